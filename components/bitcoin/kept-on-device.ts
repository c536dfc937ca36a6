import type { FieldValues, Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';

/** No private key, phrase or extended key is shorter. */
const LEAST_CHARACTERS = 47;

/**
 * Why a text of a Bitcoin field is not to leave the device, in words: a secret, or an extended key or a descriptor,
 * which shows a whole wallet. Undefined for any other text.
 */
export async function keptOnDevice(text: string): Promise<string | undefined> {
  if (text.length < LEAST_CHARACTERS) return undefined;
  try {
    const { recognise } = await import('@/lib/dashboard/search/recognise');
    const found = await recognise(text);
    const isKept = found?.kind === 'secret' || (found?.kind === 'elsewhere' && found.links.length === 0);
    return isKept ? found.message : undefined;
  } catch {
    return 'This could not be searched for private keys, so it was not sent. Reload the page';
  }
}

/** Said where the schemas did not come. */
export const NOT_CHECKED = 'This could not be checked here, so it was not sent. Reload the page';

/**
 * A form's resolver that first refuses, in some of its fields, what is not to leave the device.
 * @param loadSchema brings the schemas of keys and addresses, which no page waits for: they come when first asked
 */
export function keepingOnDevice<In extends FieldValues, Out>(
  loadSchema: () => Promise<z.ZodMiniType<Out, In>>,
  fields: readonly (keyof In & string)[],
): Resolver<In, unknown, Out> {
  return async (values, context, options) => {
    const messages = await Promise.all(fields.map((field) => keptOnDevice(String(values[field] ?? ''))));
    const check = await Promise.all([import('@hookform/resolvers/zod'), loadSchema()]).catch(() => undefined);
    const result = await check?.[0].zodResolver(check[1])(values, context, options);
    if (result !== undefined && messages.every((message) => message === undefined)) return result;
    const kept = fields.flatMap((field, at) => {
      const message = messages[at] ?? (result === undefined ? NOT_CHECKED : undefined);
      return message === undefined ? [] : [[field, { type: 'kept-on-device', message }]];
    });
    return { values: {}, errors: { ...result?.errors, ...Object.fromEntries(kept) } };
  };
}
