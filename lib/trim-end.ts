/**
 * Removes trailing characters that `drop` accepts. Uses a loop, because `/x+$/` takes quadratic time on long runs of
 * x that are not at the end.
 */
export function trimEndWhile(text: string, drop: (character: string) => boolean): string {
  let end = text.length;
  while (end > 0 && drop(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
