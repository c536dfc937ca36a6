type EarlyFind = ((event: KeyboardEvent) => void) & { pressed?: boolean };

/** Removes the first script's listener for Ctrl+K. @returns whether it was pressed before the page's script loaded */
export function takeEarlyFind(): boolean {
  const { satchelEarlyFind } = window as { satchelEarlyFind?: EarlyFind };
  if (!satchelEarlyFind) return false;
  removeEventListener('keydown', satchelEarlyFind);
  const pressed = satchelEarlyFind.pressed === true;
  satchelEarlyFind.pressed = false;
  return pressed;
}
