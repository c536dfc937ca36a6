import type { Metadata } from 'next';
import { CandidateKeys } from '@/components/bitcoin/candidate-keys';
import { RecordsView } from '@/components/bitcoin/records-view';
import { CorrectLink, FailureNotice } from '@/components/ui/failure-notice';
import { Notice, RefusedText } from '@/components/ui/notice';
import { PageLink } from '@/components/ui/page-link';
import { parseBtcAddress } from '@/lib/bitcoin/address';
import { addressesOfKey } from '@/lib/bitcoin/addresses-of-key';
import { accountsOfKey } from '@/lib/btc-account/derive-account';
import { chainOffered, chainsFor, readBitcoinView } from '@/lib/dashboard/bitcoin-view';
import { shorten } from '@/lib/dashboard/format';
import { detectBitcoinInput } from '@/lib/dashboard/search/detect-input';
import { exposedSecretMessage } from '@/lib/dashboard/search/detected-input';
import { quotableText } from '@/lib/dashboard/search/quotable-text';
import { bitcoinForPage } from '@/lib/server/pages/bitcoin-page';
import { pageOfText } from '../../page-text';
import { shared } from '../../shared-metadata';
import { chainChoices, defaultLookUpChain } from '../chain-choices';
import { KeyPage } from './key-page';

type Props = {
  params: Promise<{ input: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await detectBitcoinInput(pageOfText((await params).input));
  // Unrecognized text may be a secret, so titles and links omit it.
  if (!found?.ok) return shared('Bitcoin', 'Bitcoin addresses and smart accounts.', '/og/bitcoin');
  const name = shorten(found.value, 8, 6);
  const image = `/og/bitcoin?input=${encodeURIComponent(found.value)}`;
  return found.kind === 'btc-key'
    ? shared(
        `Bitcoin key ${name}`,
        `The ERC-4337 smart accounts of the Bitcoin public key ${found.value} on every chain, its addresses, and how they follow from it.`,
        image,
      )
    : shared(
        name,
        `What is remembered on this server for ${name}: Bitcoin addresses and smart accounts.`,
        image,
      );
}

export default async function BitcoinPage({ params, searchParams }: Props) {
  const text = pageOfText((await params).input);
  const found = await detectBitcoinInput(text);
  const defaultChain = await defaultLookUpChain();
  const view = readBitcoinView(await searchParams, defaultChain);
  if (found === undefined || !found.ok) {
    const refused = found?.kind === 'wrong' ? await quotableText(text) : undefined;
    return (
      <Notice title="Not a Bitcoin key or address" tone="bad" level={1}>
        <RefusedText text={refused} />
        <p>
          {found === undefined
            ? 'There was nothing to look up'
            : found.kind === 'secret'
              ? exposedSecretMessage(found.label)
              : found.message}
          .
        </p>
        <p className="mt-3 print:hidden">
          <CorrectLink text={refused} fallback={{ name: 'Look up a key', href: '/bitcoin' }} />
        </p>
      </Notice>
    );
  }
  if (found.kind === 'x-only-key')
    return (
      <CandidateKeys
        xOnly={found.value}
        candidates={(found.candidates ?? []).map((publicKey) => ({
          publicKey,
          segwit: addressesOfKey(publicKey).mainnet.p2wpkh,
          ...accountsOfKey(publicKey),
        }))}
        view={view}
        defaultChain={defaultChain}
      />
    );
  if (found.kind === 'solana-address' || found.kind === 'sol-name')
    return (
      <Notice title="This is a Solana address" level={1}>
        <PageLink href={found.href} className="link">
          Show what it holds
        </PageLink>
      </Notice>
    );
  const result = await bitcoinForPage({ kind: found.kind, value: found.value });
  if (!result.ok) return <FailureNotice title="This could not be looked up" failure={result} />;
  const chains = await chainChoices();
  const network = found.kind === 'btc-address' ? parseBtcAddress(found.value).network : undefined;
  const offered = chainsFor(chains, network);
  return result.value.kind === 'key' ? (
    <KeyPage
      publicKey={found.value}
      isRemembered={result.value.isRemembered}
      chains={chains}
      view={view}
      defaultChain={defaultChain}
    />
  ) : (
    <RecordsView
      label={found.label}
      address={found.value}
      records={result.value.records}
      chains={new Map(chains.map((chain) => [chain.chainId, chain]))}
      defaultChain={defaultChain}
      spends={result.value.spends}
      network={network}
      chainId={
        network === undefined ? view.chain : (chainOffered(offered, view.chain)?.chainId ?? view.chain)
      }
      discovery={result.value.discovery}
    />
  );
}
