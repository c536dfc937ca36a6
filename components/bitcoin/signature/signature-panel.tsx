'use client';

import { useState } from 'react';
import { useSecretGuard } from '@/components/search/secret-guard';
import { CopyButton } from '@/components/ui/copy/copy-button';
import type { SignatureProof } from '@/lib/bitcoin/signature/signature-proof';
import { checkSignedMessage, whyUnsupported } from '@/lib/bitcoin/signature/signed-message';
import { messageToSign } from '@/lib/dashboard/bitcoin/message-to-sign';
import { type ProveProps, proofTitle } from './prove-props';
import { AddressChoice, MessageField, SignatureField } from './signature-fields';
import { SignatureResult } from './signature-result';
import { WalletSigner } from './wallet-signer';

type Outcome = { ok: true; proof: SignatureProof } | { ok: false; why: string };

/** Fields for a message and its signature, and the result of the check. No text leaves the browser. */
export function SignaturePanel({ addresses, publicKey, ...look }: ProveProps) {
  const [address, setAddress] = useState(addresses[0]?.address ?? '');
  const [message, setMessage] = useState(() => messageToSign(address, new Date()));
  const [signature, setSignature] = useState('');
  const [outcome, setOutcome] = useState<Outcome>();
  const messageGuard = useSecretGuard();
  const signatureGuard = useSecretGuard();
  const unsupported = whyUnsupported(address);
  const check = async (given: string) => {
    if (!(await messageGuard.check(message)) || !(await signatureGuard.check(given))) return;
    try {
      setOutcome({ ok: true, proof: checkSignedMessage(address, message, given) });
    } catch (thrown) {
      setOutcome({ ok: false, why: thrown instanceof Error ? thrown.message : 'It could not be read' });
    }
  };
  const change = (apply: () => void) => {
    apply();
    setOutcome(undefined);
  };
  return (
    <section
      aria-labelledby="signature"
      className="asks panel grid gap-4 print:block p-5 text-sm [&>*]:max-w-2xl"
    >
      <Heading title={proofTitle(publicKey)} unsupported={unsupported} />
      {unsupported === undefined && (
        <>
          {addresses.length > 1 && (
            <AddressChoice
              addresses={addresses}
              address={address}
              onChoose={(chosen) =>
                change(() => {
                  setAddress(chosen);
                  setMessage(messageToSign(chosen, new Date()));
                })
              }
            />
          )}
          <MessageField
            value={message}
            refusal={messageGuard.refusal}
            onChange={(text) => {
              change(() => setMessage(text));
              void messageGuard.check(text);
            }}
          />
          {/* The buttons are hidden if the message contains a secret, which must not be passed to a wallet. */}
          <div className={`flex flex-wrap gap-2 print:hidden ${messageGuard.refusal ? 'hidden' : ''}`}>
            <CopyButton text={message} what="message">
              Copy message
            </CopyButton>
            <WalletSigner
              address={address}
              message={message}
              onSigned={(given) => {
                // Sets the values that were signed, because the visitor may have changed the fields in the meantime.
                setAddress(address);
                setMessage(message);
                setSignature(given);
                void check(given);
              }}
            />
          </div>
          <SignatureField
            value={signature}
            refusal={signatureGuard.refusal}
            onChange={(text) => {
              change(() => setSignature(text));
              void signatureGuard.check(text);
            }}
          />
          <p>
            <button type="button" className="control control-primary" onClick={() => void check(signature)}>
              Check
            </button>
          </p>
        </>
      )}
      <div aria-live="polite" className="said empty:hidden">
        {outcome !== undefined && <Checked address={address} message={message} signature={signature} />}
        {outcome?.ok === false && <p className="rounded-md bg-bad-soft px-4 py-3 text-bad">{outcome.why}.</p>}
        {outcome?.ok && (
          <SignatureResult proof={outcome.proof} address={address} publicKey={publicKey} {...look} />
        )}
      </div>
    </section>
  );
}

/** The values that were checked, which are printed instead of the fields. */
function Checked(of: { address: string; message: string; signature: string }) {
  return (
    <dl className="my-3 hidden print:block">
      {Object.entries(of).map(([name, text]) => (
        <div key={name} className="py-1">
          <dt className="text-muted first-letter:uppercase">{name}</dt>
          <dd className="whitespace-pre-wrap font-mono text-xs [overflow-wrap:anywhere]">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Heading({ title, unsupported }: { title: string; unsupported: string | undefined }) {
  return (
    <div>
      <h2 id="signature" tabIndex={-1} className="font-semibold text-base">
        {title}
      </h2>
      <p className="mt-1 text-muted">
        {unsupported === undefined
          ? 'The owner of an address can sign a message with its key. The signature is checked in this browser and sent nowhere.'
          : `${unsupported}.`}
      </p>
    </div>
  );
}
