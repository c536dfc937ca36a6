'use client';

import type { ChainChoice } from '@/lib/dashboard/bitcoin/bitcoin-view';
import { type KeyFacts, keyProof, keyProofText } from '@/lib/dashboard/bitcoin/key-proof';
import { curlOf, type SnippetRequest } from '@/lib/dashboard/docs/curl';
import { CopyButton } from '../../ui/copy/copy-button';
import { Icon } from '../../ui/icon';
import { saveFile } from '../../ui/save-file';
import { useAccountCells } from '../account/use-account-cells';

type Props = { facts: KeyFacts; chains: readonly ChainChoice[]; request: SnippetRequest };

/** Takes what the page says along: the call that answers it, and a proof as a file or on paper. */
export function KeyTools({ facts, chains, request }: Props) {
  const { data: cells = {} } = useAccountCells(facts.publicKey);
  const proof = () => keyProof(facts, chains, cells, new Date().toISOString());
  const name = `bitcoin-key-${facts.publicKey.slice(0, 12)}`;
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <CopyCurl request={request} />
      <button
        type="button"
        className="control"
        onClick={() => saveFile(`${JSON.stringify(proof(), null, 2)}\n`, `${name}.json`, 'application/json')}
      >
        <Icon name="download" />
        Proof as JSON
      </button>
      <button
        type="button"
        className="control"
        onClick={() => saveFile(keyProofText(proof()), `${name}.txt`, 'text/plain')}
      >
        <Icon name="download" />
        As text
      </button>
      <button type="button" className="control" onClick={() => window.print()}>
        Print
      </button>
    </div>
  );
}

/** Copies a call as a curl line that runs once `PROJECT_ID` and `PROJECT_SERVER_KEY` are set in the shell. */
export function CopyCurl({ request }: { request: SnippetRequest }) {
  return (
    <CopyButton text={() => curlOf(location.origin, request)} what="curl line">
      Copy as curl
    </CopyButton>
  );
}
