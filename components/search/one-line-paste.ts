import type { ClipboardEvent } from 'react';

/**
 * Keeps the words of a pasted text of several lines apart: a field of one line would join the last word of each line
 * to the first of the next, and nothing would recognise either.
 */
export function pasteInOneLine(event: ClipboardEvent<HTMLInputElement>): void {
  const text = event.clipboardData.getData('text');
  if (!/[\r\n]/.test(text)) return;
  event.preventDefault();
  const field = event.currentTarget;
  const { selectionStart, selectionEnd } = field;
  field.setRangeText(
    text.split(/[\r\n]+/).join(' '),
    selectionStart ?? field.value.length,
    selectionEnd ?? field.value.length,
    'end',
  );
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
