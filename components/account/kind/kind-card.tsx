import { Facts } from '@/components/item/facts';
import { kindMessages } from '@/lib/dashboard/account/kind-messages';
import type { AccountDescription } from '@/lib/solana/account-description/account-description';
import { kindFacts } from './kind-facts';

type Props = {
  /** Undefined when it could not be told. */
  reading: AccountDescription | undefined;
  chain: number;
  /** The account is known to hold nothing. */
  isBare: boolean;
};

/** What an address leads to, where that is no plain wallet: its kind in words, and what is known of it. */
export function KindCard({ reading, chain, isBare }: Props) {
  if (reading === undefined)
    return (
      <p className="mt-4 rounded-md bg-caution-soft px-3 py-2 text-caution text-sm">
        What kind of account this is could not be read this time. It may not be a wallet.
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
