'use client';

import { useQueryClient } from '@tanstack/react-query';
import { type KeyFacts, keyProof, keyProofText } from '@/lib/dashboard/bitcoin/key-proof';
import type { ChainChoice } from '@/lib/dashboard/bitcoin-view';
import type { SnippetRequest } from '@/lib/dashboard/docs/curl';
import { shorten } from '@/lib/dashboard/format';
import { saveFile } from '../../ui/save-file';
import { ShareMenu } from '../../ui/share-menu';
import { knownCells } from '../status/use-account-cells';

type Props = { facts: KeyFacts; chains: readonly ChainChoice[]; request: SnippetRequest };

/** Shares a key's page: link, proof as a file or on paper, and the API call that returns the same data. */
export function ShareKey({ facts, chains, request }: Props) {
  const client = useQueryClient();
  const { publicKey } = facts;
  const proof = () => keyProof(facts, chains, knownCells(client, publicKey), new Date().toISOString());
  const save = (text: string, end: string, type: string) => {
    saveFile(text, `bitcoin-key-${publicKey.slice(0, 12)}.${end}`, type);
    return undefined;
  };
  return (
    <ShareMenu
      title={`Bitcoin key ${shorten(publicKey, 8, 6)}`}
      request={request}
      items={[
        {
          label: 'Proof as JSON',
          icon: 'download',
          onSelect: () => save(`${JSON.stringify(proof(), null, 2)}\n`, 'json', 'application/json'),
        },
        {
          label: 'Proof as text',
          icon: 'download',
          onSelect: () => save(keyProofText(proof()), 'txt', 'text/plain'),
        },
      ]}
    />
  );
}
