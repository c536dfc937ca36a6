/**
 * A JSON tokenizer: `{ } [ ] , :`, strings with their quotes, and scalars (numbers, `true`, `false`, `null`). It
 * takes linear time and does not check the grammar: invalid JSON also yields tokens.
 */
export class JsonTokens {
  /** Start and end of the current token. */
  start = 0;
  end = 0;

  constructor(readonly text: string) {}

  /**
   * Advances to the next token.
   * @returns its first character, which determines its type; undefined at the end
   */
  next(): string | undefined {
    const { text } = this;
    let at = this.end;
    while (isSpace(text.charCodeAt(at))) at++;
    this.start = at;
    if (at >= text.length) {
      this.end = at;
      return undefined;
    }
    const first = text.charCodeAt(at);
    if (first === QUOTE) this.end = endOfString(text, at);
    else if (isPunctuation(first)) this.end = at + 1;
    else this.end = endOfScalar(text, at);
    return text.charAt(at);
  }

  /** Returns the current token's text. */
  get token(): string {
    return this.text.slice(this.start, this.end);
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/** Whether the character is one of `{ } [ ] , :`. */
const isPunctuation = (code: number) =>
  code === 0x7b || code === 0x7d || code === 0x5b || code === 0x5d || code === 0x2c || code === 0x3a;

/**
 * Returns the position after a string's closing quote, or the end of the text if the string is not closed.
 * @param start position of the opening quote
 */
export function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    // A quote is escaped after an odd number of backslashes. Each run of backslashes is scanned only once.
    let first = quote;
    while (text.charCodeAt(first - 1) === BACKSLASH) first--;
    if ((quote - first) % 2 === 0) return quote + 1;
  }
  return text.length;
}

function endOfScalar(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE || isPunctuation(code) || isSpace(code)) return at;
    at++;
  }
  return at;
}
