import { browserRoute } from '@/lib/server/route-face';

/** The dashboard's own door: same methods, no credentials, pages of this origin only. */
async function handler(request: Request, { params }: { params: Promise<{ group: string }> }) {
  const { group } = await params;
  return group === 'solana' || group === 'evm-chain'
    ? browserRoute(request, group)
    : new Response(null, { status: 404 });
}

export { handler as DELETE, handler as GET, handler as PATCH, handler as POST, handler as PUT };
