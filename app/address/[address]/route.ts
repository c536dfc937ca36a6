import type { NextRequest } from 'next/server';
import { accountHref, DEFAULT_CLUSTER } from '@/lib/dashboard/chains';
import { clusterNamed } from '@/lib/dashboard/search/explorers';
import { findAnswer, seeOther } from '@/lib/server/pages/find-answer';
import { isAddress } from '@/lib/solana/address/address';

/** Redirects from the path that Solana Explorer uses, so that a wallet can use this service as its explorer. */
export async function GET(request: NextRequest, { params }: { params: Promise<{ address: string }> }) {
  const { address } = await params;
  if (!isAddress(address)) return findAnswer(address);
  const cluster = request.nextUrl.searchParams.get('cluster');
  const chainId = cluster === null ? DEFAULT_CLUSTER : clusterNamed(cluster);
  if (chainId === undefined)
    return new Response('Unknown cluster. Use mainnet-beta, testnet or devnet.', { status: 400 });
  return seeOther(accountHref(address, chainId));
}
