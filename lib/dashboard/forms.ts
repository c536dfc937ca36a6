import * as z from 'zod/mini';
import { BtcAddress } from '@/lib/bitcoin/address';
import { findJsonError } from '@/lib/json/json-error';
import { isDeeperThan, MAX_DEPTH } from '@/lib/json/measure-json';
import { detectInput } from './search/detect-input';
import { type DetectedInput, type InternalPage, invalidInput, secretOnDevice } from './search/detected-input';
import { holdsRecoveryPhrase } from './search/recovery-phrase';
import { holdsHex32, secretIn } from './search/secrets';

// The schemas of the dashboard's forms. The browser checks its forms with them, and the server what a form posts.

/** Refuses a field. An issue never contains the field's text, which may be a secret. */
function refuse(
  context: z.core.ParsePayload,
  message: string,
  params: Record<string, unknown> = {},
): typeof z.NEVER {
  context.issues.push({ code: 'custom', message, input: '', params });
  return z.NEVER;
}

/**
 * The look-up field. The output is the page of the recognized text; the issue of any other text has what it was
 * recognized as in `params.found`.
 */
export const LookUpFields = z.object({
  q: z.pipe(
    z.string(),
    z.transform(async (text, context): Promise<InternalPage> => {
      const found: DetectedInput =
        (await detectInput(text)) ?? invalidInput('Paste an address, a key, a name or a link');
      return found.ok ? found : refuse(context, found.message, { found });
    }),
  ),
});

/**
 * The address that is compared with a key. Secrets are refused, and so are extended keys and descriptors, because they
 * reveal all addresses of a wallet.
 */
export const MatchFields = z.object({
  match: z.pipe(
    z.string(),
    z.transform(async (text, context): Promise<string> => {
      const trimmed = text.trim();
      if (trimmed === '') return refuse(context, 'Paste a Bitcoin address');
      const found = await detectInput(trimmed);
      if (found?.kind === 'secret' || (found?.kind === 'elsewhere' && found.links.length === 0))
        return refuse(context, found.message);
      const read = BtcAddress.safeParse(trimmed);
      return read.success
        ? read.data
        : refuse(context, read.error.issues[0]?.message ?? 'Not a Bitcoin address');
    }),
  ),
});

/** Number of words from which the beginning of a recovery phrase is refused in text that is used while it is typed. */
const LEAST_TYPED_WORDS = 6;

/** The text that a list is searched for, which becomes part of the page's URL. */
export const ListSearchFields = z.object({
  q: z.pipe(
    z.string(),
    z.transform(async (text, context): Promise<string> => {
      if (await holdsRecoveryPhrase(text, LEAST_TYPED_WORDS))
        return refuse(context, secretOnDevice('a recovery phrase, or part of one').message);
      const secret = await secretIn(text);
      if (secret !== undefined) return refuse(context, secretOnDevice(secret).message);
      return holdsHex32(text)
        ? refuse(
            context,
            'This is 32 bytes of hex, which may be a private key. It was not searched for and is not in the URL',
          )
        : text;
    }),
  ),
});

/** The request of the API page: JSON without secrets. The issue of broken JSON has its `line` and `column`. */
export const PlaygroundFields = z.object({
  request: z.pipe(
    z.string(),
    z.transform(async (text, context): Promise<string> => {
      const secret = await secretIn(text);
      if (secret !== undefined) return refuse(context, secretOnDevice(secret).message, { isSecret: true });
      if (isDeeperThan(text, MAX_DEPTH))
        return refuse(context, `This is nested deeper than ${MAX_DEPTH} levels`);
      const error = findJsonError(text);
      return error === undefined
        ? text
        : refuse(context, `Not JSON: line ${error.line}, column ${error.column}`, error);
    }),
  ),
});
