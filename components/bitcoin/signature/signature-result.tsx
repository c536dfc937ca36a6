'use client';

import { AddressText } from '@/components/ui/address-text';
import type { SignatureProof } from '@/lib/bitcoin/signature/signature-proof';
import { DEFAULT_ACCOUNT_VERSION } from '@/lib/btc-account/account-versions';
import { KeyForm } from '../key-form';
import type { ProveProps } from './prove-props';

type Props = Omit<ProveProps, 'addresses' | 'publicKey'> & {
  proof: SignatureProof;
  address: string;
  publicKey: string | undefined;
};

/** What a signature shows, no more than it does, and the way on: the usual form, which the person sends or not. */
export function SignatureResult({ proof, address, publicKey, chains, defaultChain, chainId }: Props) {
  const key = proof.kind === 'public-key' ? proof.publicKey : '';
  return (
    <>
      <div className="rounded-md border border-line bg-good-soft px-4 py-3">
        {proof.kind === 'public-key' ? (
          <ByKey publicKey={key} isKnown={publicKey !== undefined} />
        ) : (
          <ByOutputKey proof={proof} isKnown={publicKey !== undefined} />
        )}
      </div>
      {publicKey === undefined && (
        <>
          <p className="my-4 text-muted print:hidden">
            Nothing has been sent. This form sends the key and the address, and the look-up is recorded.
          </p>
          <KeyForm
            key={key}
            chains={chains}
            defaultChain={defaultChain}
            fields={{
              btcPublicKey: key,
              btcAddress: address,
              chain: String(chainId),
              version: DEFAULT_ACCOUNT_VERSION,
            }}
          />
        </>
      )}
    </>
  );
}

function ByKey({ publicKey, isKnown }: { publicKey: string; isKnown: boolean }) {
  return (
    <>
      <p className="font-medium">This signature is by the key that this address belongs to</p>
      <p className="mt-1">
        <AddressText address={publicKey} what="public key" full />
      </p>
      {isKnown && <p className="mt-2">It is the key of this page: whoever signed holds it.</p>}
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
          ? 'It is the key of this page with the tweak of BIP-86: whoever signed holds the key of this page.'
          : 'Whoever signed holds the address. The output key is a wallet’s key with a tweak, and it does not tell that key: no account follows from it, unless the wallet left the tweak out. With the wallet’s public key, a look-up tells whether this address is its own.'}
      </p>
    </>
  );
}
