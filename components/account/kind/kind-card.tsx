import { Facts } from '@/components/item/facts';
import { kindMessages } from '@/lib/dashboard/account/kind-messages';
import type { AccountDescription } from '@/lib/solana/account-description/account-description';
import { kindFacts } from './kind-facts';

type Props = {
  /** The description of the account; undefined if it could not be read. */
  reading: AccountDescription | undefined;
  chain: number;
  /** Whether the account is known to hold nothing. */
  isBare: boolean;
};

/** Type and facts of an account that is not a wallet. */
export function KindCard({ reading, chain, isBare }: Props) {
  if (reading === undefined)
    return (
      <p className="mt-4 rounded-md bg-caution-soft px-3 py-2 text-caution text-sm">
        Couldn’t determine the account type. It may not be a wallet.
      </p>
    );
  const words = kindMessages(reading, isBare);
  if (words === undefined) return null;
  const facts = kindFacts(reading, chain);
  return (
    <section className="panel mt-4 px-5 py-4">
      <h2 className="font-semibold">{words.title}</h2>
      <p className="mt-1 max-w-3xl text-pretty text-muted text-sm">{words.text}</p>
      {facts.length > 0 && (
        <div className="mt-3 border-line border-t pt-2">
          <Facts facts={facts} />
        </div>
      )}
    </section>
  );
}
