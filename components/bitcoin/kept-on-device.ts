import type { FieldValues, Resolver } from 'react-hook-form';

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

/** A form's resolver that first refuses, in some of its fields, what is not to leave the device. */
export function keepingOnDevice<In extends FieldValues, Context, Out>(
  next: Resolver<In, Context, Out>,
  fields: readonly (keyof In & string)[],
): Resolver<In, Context, Out> {
  return async (values, context, options) => {
    const messages = await Promise.all(fields.map((field) => keptOnDevice(String(values[field] ?? ''))));
    const result = await next(values, context, options);
    if (messages.every((message) => message === undefined)) return result;
    const kept = fields.flatMap((field, at) =>
      messages[at] === undefined ? [] : [[field, { type: 'kept-on-device', message: messages[at] }]],
    );
    return { values: {}, errors: { ...result.errors, ...Object.fromEntries(kept) } };
  };
}
