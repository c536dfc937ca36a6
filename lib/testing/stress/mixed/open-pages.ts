import { SAMPLE_EMPTY_WALLET, SAMPLE_TINY_WALLET, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { publicKeys } from '@/lib/testing/keys';
import type { Running } from '@/lib/testing/servers/processes';

const [KEY] = publicKeys(1, 9_500_000);

/**
 * One path for each type of page, route and image on the sample network, plus an empty account on the hostile node.
 */
const PATHS = [
  '/',
  '/docs',
  '/docs/enhancedGetTokensAndNFTs',
  '/bitcoin',
  `/bitcoin/${KEY}`,
  `/account/${SAMPLE_TINY_WALLET}?chain=104&tab=nfts`,
  `/account/${SAMPLE_WALLET}?chain=104&tab=tokens`,
  `/account/${SAMPLE_EMPTY_WALLET}?chain=101`,
  `/api/holdings/${SAMPLE_TINY_WALLET}?chain=104`,
  `/og/account?address=${SAMPLE_TINY_WALLET}&chain=104`,
  `/find?q=${SAMPLE_TINY_WALLET}`,
];

const ROUNDS = 10;

/**
 * Opens public pages a few times, so that modules loaded by the first visit do not count as memory left by an attack.
 * @throws Error if a page does not load
 */
export async function openPages({ base }: Running): Promise<void> {
  const headers = { 'Sec-Fetch-Site': 'same-origin', 'X-Forwarded-For': '203.0.113.7' };
  const open = async (path: string) => {
    const response = await fetch(base + path, { headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answers ${response.status}`);
    return text;
  };
  for (let round = 0; round < ROUNDS; round++) {
    const pages = await Promise.all(PATHS.map(open));
    const items = `/account/${SAMPLE_TINY_WALLET}/`;
    const mint = /^\w+/.exec(pages.join().split(items)[1] ?? '')?.[0];
    if (mint === undefined) throw new Error('no page links to an item');
    await open(`${items}${mint}?chain=104`);
  }
}
