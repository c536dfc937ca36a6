import { SolanaAddress } from '@/lib/solana/address/address';
import { blockNumberIn } from './kinds/block-number';
import { kindOf } from './kinds/registry';
import { type Recognised, secretOnDevice, wrong } from './recognised';
import { secretIn } from './secrets/secret';
import { withoutInvisible } from './without-invisible';
import { fromUri } from './wrapped/uri';
import { fromUrl } from './wrapped/url';
import { fromWords } from './wrapped/words';

/** A longer text is not looked through: a page of addresses at once is no look-up. */
export const MOST_TEXT = 16_384;

/**
 * Tells what a pasted text is: an address, a key, a name, a link, a URI or a CAIP-10 account, or a sentence or a JSON
 * text that holds some. Secrets come first, so that nothing else ever reads them. Undefined for an empty text.
 * Rejects when what looks for secrets cannot be loaded: the text is then not to be used.
 */
export async function recognise(input: string): Promise<Recognised | undefined> {
  if (input.length > MOST_TEXT)
    return wrong(
      `This text is too long: up to ${MOST_TEXT.toLocaleString('en')} characters are looked through`,
    );
  const text = withoutInvisible(input).trim();
  if (text === '') return undefined;
  const secret = await secretIn(text);
  return secret === undefined ? ofPublicText(text) : secretOnDevice(secret);
}

/** The x-only key that stands in a path of ours, where nothing is left to choose. */
export function xOnlyKeyOf(found: Recognised | undefined) {
  const options = found?.kind === 'choice' ? found.options : [];
  for (const option of options) if (option.kind === 'x-only-key') return option;
  return undefined;
}

function ofPublicText(text: string): Recognised {
  const whole = /\s/.test(text) ? undefined : (wrapped(text) ?? kindOf(text, {}));
  return whole ?? fromWords(text, {}, wrapped) ?? blockNumberIn(text) ?? wrong(explain(text));
}

const wrapped = (text: string) => fromUri(text) ?? fromUrl(text);

/** The nearest kind's own words for what is wrong. */
function explain(text: string): string {
  if (/^[[{"]/.test(text)) return 'No address or key in this JSON';
  if (/\s/.test(text)) return 'No address, key or name in this text';
  if (/^0x/i.test(text))
    return `An EVM address is 0x and 40 hex digits, a Bitcoin key 66 or 130: this has ${text.length - 2}`;
  if (text.length < 20)
    return 'Paste a Solana address, a .sol name, a Bitcoin key or address, or an EVM address';
  const parsed = SolanaAddress.safeParse(text);
  return parsed.error?.issues[0]?.message ?? 'Not an address or a key';
}
