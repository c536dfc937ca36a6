'use client';

import Link from 'next/link';
import { AddressText } from '@/components/ui/address-text';
import type { SignatureProof } from '@/lib/bitcoin/signature/signature-proof';
import { LookUpKey } from '../remember/look-up-key';
import type { ProveProps } from './prove-props';

type Props = Omit<ProveProps, 'addresses' | 'publicKey'> & {
  proof: SignatureProof;
  address: string;
  publicKey: string | undefined;
};

/** Result of checking a signature, with a button to look up the key if the signature reveals it. */
export function SignatureResult({ proof, address, publicKey, defaultChain, chainId }: Props) {
  return (
    <>
      <div className="rounded-md border border-line bg-good-soft px-4 py-3">
        {proof.kind === 'public-key' ? (
          <ByKey publicKey={proof.publicKey} isKnown={publicKey !== undefined} />
        ) : (
          <ByOutputKey proof={proof} isKnown={publicKey !== undefined} />
        )}
      </div>
      <p className="mt-2 text-muted text-sm">
        Anyone can copy a signature. To check who holds the key now, ask for a new text to be signed.
      </p>
      {publicKey === undefined && proof.kind === 'public-key' && (
        <>
          <p className="my-3 text-muted print:hidden">
            Nothing has been sent yet. Looking up the key sends it and the address to this server.
          </p>
          <LookUpKey
            key={proof.publicKey}
            publicKey={proof.publicKey}
            btcAddress={address}
            chain={chainId}
            defaultChain={defaultChain}
          />
        </>
      )}
    </>
  );
}

function ByKey({ publicKey, isKnown }: { publicKey: string; isKnown: boolean }) {
  return (
    <>
      <p className="font-medium">Signed with the key of this address</p>
      <p className="mt-1">
        <AddressText address={publicKey} what="public key" full />
      </p>
      {isKnown && <p className="mt-2">It is the key of this page, so the signer holds it.</p>}
    </>
  );
}

type OutputKeyProps = { proof: SignatureProof & { kind: 'output-key' }; isKnown: boolean };

function ByOutputKey({ proof, isKnown }: OutputKeyProps) {
  return (
    <>
      <p className="font-medium">This signature is by the output key in this taproot address</p>
      <p className="mt-1">
        <AddressText address={proof.outputKey} what="output key" full />
      </p>
      <p className="mt-2">
        {isKnown
          ? 'It is the key of this page with the tweak of BIP-86, so the signer holds the key of this page.'
          : 'The signer holds the address. The output key is a wallet’s key with a tweak and does not reveal that key, so it has no account.'}
      </p>
      {!isKnown && (
        <p className="mt-2 print:hidden">
          <Link prefetch={false} href="/bitcoin" className="link">
            Look up the wallet’s public key
          </Link>{' '}
          to see its accounts.
        </p>
      )}
    </>
  );
}
