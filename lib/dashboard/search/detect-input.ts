import { type DetectedInput, invalidInput, secretOnDevice } from './detected-input';
import { solanaPage } from './explorers';
import { fromFreeText } from './free-text';
import { blockOf, detectKind } from './kinds';
import { fromLink } from './links';
import { secretIn, stripInvisible } from './secrets';
import { solanaAddressMessage } from './solana-address-message';

export const MAX_INPUT_CHARACTERS = 16_384;

/**
 * Recognizes pasted text: an address, key, name, link, URI or CAIP-10 account, or a sentence or JSON that contains some
 * of these. Detects secrets first, so that no other detector handles them. Returns undefined for empty text. Rejects if
 * the secret detection cannot be loaded; the caller must then not use the text.
 */
export async function detectInput(input: string): Promise<DetectedInput | undefined> {
  if (input.length > MAX_INPUT_CHARACTERS)
    return invalidInput(
      `This text is too long: up to ${MAX_INPUT_CHARACTERS.toLocaleString('en')} characters are looked through`,
    );
  const text = stripInvisible(input).trim();
  if (text === '') return undefined;
  const secret = await secretIn(text);
  return secret === undefined ? ofPublicText(text) : secretOnDevice(secret);
}

/**
 * Recognizes the text in the URL of a Bitcoin page. 32 bytes of hex are an x-only key there, because visitors choose
 * this reading before they open the page.
 */
export async function detectBitcoinInput(input: string): Promise<DetectedInput | undefined> {
  const found = await detectInput(input);
  const options = found?.kind === 'choice' ? found.options : [];
  return options.find(({ kind }) => kind === 'x-only-key') ?? found;
}

function ofPublicText(text: string): DetectedInput {
  const single = /\s/.test(text) ? undefined : (fromLink(text) ?? detectKind(text, {}));
  return single ?? fromFreeText(text, {}, fromLink) ?? blockNumberIn(text) ?? invalidInput(explain(text));
}

/** Recognizes a block number in a sentence: "block 840,000", "slot #250000000". */
function blockNumberIn(sentence: string): DetectedInput | undefined {
  const [, word = '', number = ''] =
    /\b(block|height|slot)[\s#:]{1,4}(\d[\d,]{0,15})(?![\w.])/i.exec(sentence) ?? [];
  const digits = number.replace(/,/g, '');
  const block = blockOf(digits);
  return block && word.toLowerCase() === 'slot' ? solanaPage('block', digits) : block;
}

/** Returns the error message for unrecognized text, according to the kind of input that it resembles most. */
function explain(text: string): string {
  if (/^[[{"]/.test(text)) return 'No address or key in this JSON';
  if (/\s/.test(text)) return 'No address, key or name in this text';
  if (/^0x/i.test(text))
    return `An EVM address is 0x and 40 hex digits, a Bitcoin key 66 or 130: this has ${text.length - 2}`;
  if (text.length < 20)
    return 'Paste a Solana address, a .sol name, a Bitcoin key or address, or an EVM address';
  return solanaAddressMessage(text);
}
