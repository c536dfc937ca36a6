type EarlyFind = ((event: KeyboardEvent) => void) & { pressed?: boolean };

/** Ends the first script's watch for Ctrl+K and says whether it was pressed before the page's own script came. */
export function takeEarlyFind(): boolean {
  const { satchelEarlyFind } = window as { satchelEarlyFind?: EarlyFind };
  if (!satchelEarlyFind) return false;
  removeEventListener('keydown', satchelEarlyFind);
  const pressed = satchelEarlyFind.pressed === true;
  satchelEarlyFind.pressed = false;
  return pressed;
}
