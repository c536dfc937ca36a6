type EarlyFind = ((event: KeyboardEvent) => void) & { pressed?: boolean };

/** Returns whether Ctrl+K was pressed before the page's script loaded, and removes the inline script's listener. */
export function takeEarlyFind(): boolean {
  const { satchelEarlyFind } = window as { satchelEarlyFind?: EarlyFind };
  if (!satchelEarlyFind) return false;
  removeEventListener('keydown', satchelEarlyFind);
  const pressed = satchelEarlyFind.pressed === true;
  satchelEarlyFind.pressed = false;
  return pressed;
}
