'use client';

/**
 * Copies text. Falls back to `execCommand` on plain http, where browsers have no clipboard API.
 * @returns false on failure
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {}
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  // While a dialog is open, text outside of it is inert and cannot be selected.
  const host = document.querySelector('dialog[open]') ?? document.body;
  host.append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
  }
}
