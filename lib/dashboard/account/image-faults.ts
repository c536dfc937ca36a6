/** What the picture route's words mean to a reader. */
const FAULTS: Record<string, string> = {
  'not-found': 'The picture is gone from its host',
  unreachable: 'Its host does not answer',
  timeout: 'Its host took too long',
  'too-large': 'The picture is too large',
  'not-a-picture': 'What its address leads to is no picture',
  'unsupported-type': 'Not a kind of picture that is shown',
  broken: 'The picture is damaged',
  refused: 'Its address may not be asked',
};

/** Why a picture is not there, from the route's word, or else its status. */
export function pictureFault(word: string | null, status: number): string {
  const known = word === null ? undefined : FAULTS[word];
  if (known !== undefined) return known;
  if (word !== null && /^[a-z-]{3,40}$/.test(word)) return `No picture: ${word.replaceAll('-', ' ')}`;
  if (status === 404) return 'The picture is gone from its host';
  if (status === 429) return 'Too many pictures at once; load the page again';
  return 'Could not be shown';
}
