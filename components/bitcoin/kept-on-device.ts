import type { FieldValues, Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';
import { shortestPhrase } from '@/lib/dashboard/search/secrets/recovery-phrase';

/**
 * Why a text of a Bitcoin field must not leave the device: it is a secret, or an extended key or a descriptor, which
 * shows a whole wallet. Undefined for other text.
 */
export async function keptOnDevice(text: string): Promise<string | undefined> {
  if (text.length < shortestPhrase()) return undefined;
  try {
    const { detectInput } = await import('@/lib/dashboard/search/detect-input');
    const found = await detectInput(text);
    const isKept = found?.kind === 'secret' || (found?.kind === 'elsewhere' && found.links.length === 0);
    return isKept ? found.message : undefined;
  } catch {
    return 'This could not be searched for private keys, so it was not sent. Reload the page';
  }
}

/** Shown if the schemas could not be loaded. */
export const NOT_CHECKED = 'This could not be checked here, so it was not sent. Reload the page';

/**
 * A form's resolver that first refuses, in some of its fields, what must not leave the device.
 * @param loadSchema loads the schemas of keys and addresses on first use
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
