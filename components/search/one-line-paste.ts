import type { ClipboardEvent } from 'react';

/**
 * Replaces the line breaks in pasted text with spaces. Otherwise, a single-line field would remove them and join the
 * words around them.
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
