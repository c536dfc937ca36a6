import { solanaVectors } from '../solana/solana-vectors';

/** An input whose middle part repeats one or two pieces, as in attacks on a regular expression or loop. */
export type RepeatingInput = {
  head: Uint8Array;
  pieces: readonly [Uint8Array, Uint8Array];
  tail: Uint8Array;
};

const NOTHING = Buffer.alloc(0);
const bytesOf = (text: string) => Buffer.from(text);
const words = (text: string) => text.split(' ').map(bytesOf);

const PIECES = [
  ...Array.from('/ \t\n\r#?&=:;,.-_+@%$~^|!<>(){}[]"\\\'\0aAzZ019f', bytesOf),
  ...words(
    '<!----> <!-- --> <?xml> <!DOCTYPE> ipfs/ pfs/i ar: ../ a/ a. .sol 1. xn-- www http https:// data:',
  ),
  ...words(
    ';base64 %41 {} [] {}, [], [[ {"a": "a":1, "a", \\" "\\ \\\\ \\u0041 null, -1, 1e1 1.5, bc1 1q 0x ff',
  ),
  ...words(
    '1234567890123456 12345678901234567890, a=1& é ß İ Σ ſ ﬁ ﷺ 각 𝕏 ❤ ❤\u200d 👍🏽 \u200d \u200b \u202e \ufeff',
  ),
  ...words('\u0301 \u0316 \u0345 \u0301\u0316 a\u0301 \u3000 \u2028 \ufffd \u00a0'),
  ...[' .', '. ', '<svg ', ' #1', '# ', 'word ', 'com '].map(bytesOf),
];
const HEADS = [
  ...words(
    'a " { [ {"a": {"a":" < 0x 02 bc1 tb1q 1 a. é = ❤ <!-- <?xml q= ar: ipfs: ipfs:// /ipfs/ data: xn--',
  ),
  ...words('data:image/png, data:;base64, https: https:// https://a/ https://a/? http://[ //'),
  ...['', '', '', ' '].map(bytesOf),
];
const TAILS = [...words('x " } ] > ! \\ . .sol é ,1'), ...['', '', '\n', '\nx', ' ', '\0'].map(bytesOf)];

const input = (head: string, one: string, two: string, tail: string): RepeatingInput => ({
  head: bytesOf(head),
  pieces: [bytesOf(one), bytesOf(two)],
  tail: bytesOf(tail),
});

/** Inputs that once took more than linear time, here or in similar code. */
export const REPEATED_INPUTS = {
  comments: input('', '<!---->', '', 'x'),
  slashesOfArweave: input('ar:', '/', '', '\nx'),
  repeatedIpfs: input('ipfs:i', 'pfs/i', '', '\n'),
  spaces: input('', ' ', '', 'x'),
  hashes: input('', '#', '', 'x'),
  zeros: input('', '0', '', 'x'),
  escapedQuotes: input('{"a":1234567890123456,"', '\\"', '', ''),
  escapedQuotesOfAList: input('["', '\\"', '', ''),
  brackets: input('', '[', '', ''),
  nested: input('', '[', ']', ''),
  longInteger: input('{"a":', '9', '', '}'),
  marks: input('a', '\u0301', '\u0316', 'a'),
  marksInAHost: input('https://a', '\u0301', '\u0316', '/'),
  joiners: input('', '❤\u200d', '', '.'),
};

/** Builds the input with `repeats` copies of each piece. */
export function repeated({ head, pieces, tail }: RepeatingInput, repeats: number): Uint8Array {
  const middle = pieces.map((piece) => Buffer.alloc(repeats * piece.length, piece));
  return Buffer.concat([head, ...middle, tail]);
}

/** Creates inputs that repeat each known piece between random text. Half of them also repeat a second piece. */
export function repeatingTexts(random: () => number): RepeatingInput[] {
  const any = (from: readonly Buffer[]) => from[Math.floor(random() * from.length)] ?? NOTHING;
  return PIECES.map((piece) => ({
    head: any(HEADS),
    pieces: [piece, random() < 0.5 ? NOTHING : any(PIECES)],
    tail: any(TAILS),
  }));
}

/** Creates inputs from recorded accounts by repeating some of their bytes or an empty extension. */
export function repeatingAccounts(random: () => number, most: number): RepeatingInput[] {
  const recorded = solanaVectors().filter(({ bytes }) => bytes.length > 0);
  return Array.from({ length: most }, () => {
    const bytes = recorded[Math.floor(random() * recorded.length)]?.bytes ?? NOTHING;
    const at = Math.floor(random() * bytes.length);
    const piece = random() < 0.2 ? Buffer.of(9, 0, 0, 0) : bytes.subarray(at, at + 1 + random() * 8);
    return { head: bytes.subarray(0, at), pieces: [piece, NOTHING], tail: bytes.subarray(at) };
  });
}
