/**
 * A text without the characters at its end that `drop` accepts.
 * A loop, because `/x+$/` takes quadratic time on many x that something else follows.
 */
export function trimEndWhile(text: string, drop: (character: string) => boolean): string {
  let end = text.length;
  while (end > 0 && drop(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
