/** Names of the characters that addresses lack because they look alike. */
const NAMES: Readonly<Record<string, string>> = {
  '0': '0 (zero)',
  O: 'a capital O',
  I: 'a capital I',
  l: 'a small L',
};

/** Says why text is not a Solana address, in words for visitors, without the period at the end. */
export function solanaAddressMessage(text: string): string {
  const wrong = /[^1-9A-HJ-NP-Za-km-z]/u.exec(text);
  const isLength = text.length < 32 || text.length > 44;
  const faults = [
    ...(wrong ? [`character ${wrong.index + 1} is ${NAMES[wrong[0]] ?? 'not allowed'}`] : []),
    ...(isLength ? [`it has ${text.length} characters`] : []),
  ].join(', and ');
  const sentence =
    faults === '' ? 'A character is missing or wrong' : faults[0]?.toUpperCase() + faults.slice(1);
  return `${sentence}. Solana addresses have 32 to 44 characters and never contain 0, O, I or l`;
}
