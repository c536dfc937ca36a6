import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { metadataAddressOf } from '@/lib/solana/address/program-address';
import { type SnapshotAccount, sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import { encodeMint } from '@/lib/testing/solana/encode-token-accounts';
import { type RecordedAccount, solanaVectors } from '@/lib/testing/solana/solana-vectors';

// Compares listings of the owners of all recorded accounts, in the default format, with earlier responses, byte for
// byte.

/**
 * SHA-256 of the responses, one per line: those of version 0.1.0, except that five tokens without metadata now have
 * their name and symbol from the built-in token list.
 */
const ANSWERS = 'c2989c2a47178d8496143c2e6b7502af993cd082facf05904b7b86e765f877bb';

const snapshotAccount = ({ pubkey, owner, lamports, data }: RecordedAccount) => ({
  pubkey,
  owner,
  lamports: BigInt(lamports ?? 1),
  data,
});

/** Creates the mints that were not recorded with their accounts: an NFT if metadata was recorded, otherwise a token. */
function missingMints(): SnapshotAccount[] {
  const recorded = solanaVectors();
  const known = new Set(recorded.map(({ account }) => account.pubkey));
  const missing = new Map<string, SnapshotAccount>();
  for (const { account, expected } of solanaVectors('token', 'token2022')) {
    const mint = String(expected.decoded?.mint);
    if (known.has(mint)) continue;
    const isNft = known.has(metadataAddressOf(mint) ?? '');
    const data = encodeMint(isNft ? { supply: 1n, decimals: 0 } : { supply: 10n ** 15n, decimals: 6 });
    missing.set(mint, { pubkey: mint, owner: account.owner, lamports: 1n, data: data.toString('base64') });
  }
  return [...missing.values()];
}

let running: RunningService;
const nodes: TestNode[] = [];
beforeAll(async () => {
  const recorded = solanaVectors();
  const first = recorded.filter(({ expected }) => expected.alt === 0);
  const alternatives = recorded.filter(({ expected }) => expected.alt > 0);
  for (const accounts of [first, [...first, ...alternatives]])
    nodes.push(
      await testNode(
        sampleNode(
          snapshotOf(1000, [...missingMints(), ...accounts.map(({ account }) => snapshotAccount(account))]),
        ),
      ),
    );
  running = await runService({
    SOLANA_RPC_URL_101: nodes[0]?.url ?? '',
    SOLANA_RPC_URL_102: nodes[1]?.url ?? '',
  });
});
afterAll(async () => {
  await running?.stop();
  await Promise.all(nodes.map((node) => node.close()));
});

it('returns the same bytes as version 0.1.0 for recorded calls', async () => {
  const owners = new Set(
    solanaVectors('token', 'token2022').map(({ expected }) => String(expected.decoded?.owner)),
  );
  const answers: string[] = [];
  for (const chainId of [101, 102])
    for (const owner of [...owners].sort()) {
      const request = { jsonrpc: '2.0', id: 1, chainId, method: 'enhancedGetTokensAndNFTs', params: [owner] };
      answers.push((await running.call('/solana', request)).text);
    }
  expect(answers.length).toBeGreaterThan(100);
  expect(answers.filter((text) => text.includes('"result"')).length).toBe(answers.length);
  expect(createHash('sha256').update(answers.join('\n')).digest('hex')).toBe(ANSWERS);
});
