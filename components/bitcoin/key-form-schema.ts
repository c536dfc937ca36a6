import * as z from 'zod/mini';
import type { AccountVersion } from '@/lib/btc-account/account-versions';
import { AccountConfig } from '@/lib/btc-account/btc-account';

/** What the form holds as text. */
export type KeyFields = {
  btcPublicKey: string;
  btcAddress: string;
  chain: string;
  version: AccountVersion;
};

/** The fields of `svc_aa_getBTCAccount`, checked by its own schemas; an empty address is none. */
export const keyFormSchema = z.object({
  btcPublicKey: AccountConfig.shape.btcPublicKey,
  btcAddress: z.pipe(
    z.transform((text: unknown) => (typeof text === 'string' && text.trim() === '' ? undefined : text)),
    AccountConfig.shape.btcAddress,
  ),
  version: AccountConfig.shape.version,
  chain: z.string(),
});
