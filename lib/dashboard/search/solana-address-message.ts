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
  if (text.length < 32 || text.length > 44)
    return `It has ${text.length} characters; a Solana address has 32 to 44${wrong ? '. It never contains 0, O, I or l' : ''}`;
  if (wrong)
    return `Character ${wrong.index + 1} is ${NAMES[wrong[0]] ?? 'not allowed'}. A Solana address never contains 0, O, I or l`;
  return 'A character is missing or wrong. A Solana address has 32 to 44 characters and never contains 0, O, I or l';
}
