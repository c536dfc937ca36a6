/** Characters that are colored; the rest of a longer text is plain, because each token is an element. */
const MAX_COLORED = 20_000;

/** A string (with the colon after a key), a literal or a number. A string that is cut off extends to the end. */
const TOKEN = /("(?:[^"\\]|\\.)*"?)(\s*:)?|\b(?:true|false|null)\b|-?\b\d[\d.eE+-]*/g;

/** JSON with colored keys, strings, numbers and literals. Other text is shown as it is. */
export function ColoredJson({ text }: { text: string }) {
  const parts: React.ReactNode[] = [];
  let end = 0;
  for (const { 0: token, 1: string, 2: colon, index } of text.slice(0, MAX_COLORED).matchAll(TOKEN)) {
    const word = string ?? token;
    parts.push(text.slice(end, index));
    parts.push(
      <span
        key={index}
        className={colon !== undefined ? 'text-accent' : string === undefined ? 'text-caution' : 'text-good'}
      >
        {word}
      </span>,
    );
    end = index + word.length;
  }
  return [...parts, text.slice(end)];
}
