import type { Metadata } from 'next';
import Link from 'next/link';
import { AddressText } from '@/components/ui/address-text';
import { Notice } from '@/components/ui/notice';
import { shorten } from '@/lib/dashboard/format';
import { recognise } from '@/lib/dashboard/recognise';
import { bitcoinForPage } from '@/lib/server/page-data';

type Props = {
  params: Promise<{ input: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: shorten(decodeURIComponent((await params).input), 8, 6) };
}

const ETHEREUM = 1;

export default async function BitcoinPage({ params, searchParams }: Props) {
  const found = recognise(decodeURIComponent((await params).input));
  const { chain } = await searchParams;
  if (found === undefined || !found.ok) {
    return (
      <Notice title="Not a Bitcoin key or address" tone="bad">
        {found?.message}
      </Notice>
    );
  }
  if (found.kind === 'x-only-key') {
    return (
      <Notice title="An x-only key fits two public keys">
        <p>Each has an account of its own. Pick the one that is yours:</p>
        <ul className="mt-2 space-y-1">
          {found.candidates.map((key) => (
            <li key={key}>
              <Link
                prefetch={false}
                href={`/bitcoin/${key}`}
                className="break-all font-mono text-accent underline"
              >
                {key}
              </Link>
            </li>
          ))}
        </ul>
      </Notice>
    );
  }
  if (found.kind === 'solana-address' || found.kind === 'sol-name') {
    return (
      <Notice title="This is a Solana address">
        <Link prefetch={false} href={found.href} className="text-accent underline">
          Show what it holds
        </Link>
      </Notice>
    );
  }
  const result = await bitcoinForPage({ kind: found.kind, value: found.value }, Number(chain ?? ETHEREUM));
  return (
    <>
      <p className="text-muted text-sm">{found.label}</p>
      <h1 className="mt-1 text-lg">
        <AddressText address={found.value} what={found.kind === 'btc-key' ? 'key' : 'address'} full />
      </h1>
      <div className="mt-6">
        {!result.ok ? (
          <Notice title="This could not be looked up" tone="bad">
            {result.message}
          </Notice>
        ) : result.value.kind === 'key' ? (
          <ul className="grid gap-4 md:grid-cols-2">
            {result.value.accounts.map(({ account, isDeployed, why }) => (
              <li key={account.version} className="rounded-lg border border-line bg-raised p-5">
                <h2 className="font-semibold">Account {account.version}</h2>
                <dl className="mt-3 space-y-2 text-sm">
                  {(
                    [
                      ['Smart account', account.smartAccountAddress],
                      ['Owner', account.owner],
                      ['Factory', account.factoryAddress],
                      ['Entry point', account.entryPointAddress],
                    ] as const
                  ).map(([name, address]) => (
                    <div key={name}>
                      <dt className="text-muted">{name}</dt>
                      <dd>
                        <AddressText address={address} what={name.toLowerCase()} full />
                      </dd>
                    </div>
                  ))}
                  <div>
                    <dt className="text-muted">On chain {account.chainId}</dt>
                    <dd>
                      {isDeployed === null ? `Unknown: ${why}` : isDeployed ? 'Deployed' : 'Not deployed'}
                    </dd>
                  </div>
                </dl>
              </li>
            ))}
          </ul>
        ) : result.value.records.length === 0 ? (
          <Notice title="Nothing is recorded for this address">
            An address is found once its key has been looked up here. Look the key up to record it.
          </Notice>
        ) : (
          <ul className="space-y-2">
            {result.value.records.map((record) => (
              <li
                key={`${record.chainId} ${record.version} ${record.btcAddress}`}
                className="rounded-lg border border-line bg-raised p-4 text-sm"
              >
                <p>
                  Chain {record.chainId}, version {record.version}
                </p>
                <AddressText address={record.btcAddress} what="Bitcoin address" full />
                <br />
                <AddressText address={record.aaAddress} what="smart account" full />
                <br />
                <Link
                  prefetch={false}
                  href={`/bitcoin/${record.publicKey}`}
                  className="break-all font-mono text-accent underline"
                >
                  {record.publicKey}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
