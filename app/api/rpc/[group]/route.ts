import { dashboardRoute } from '@/lib/server/routes/route-handlers';

/** The dashboard's endpoint: the same methods without credentials, but only for pages of this origin. */
async function handler(request: Request, { params }: { params: Promise<{ group: string }> }) {
  const { group } = await params;
  return group === 'solana' || group === 'evm-chain'
    ? dashboardRoute(request, group)
    : new Response(null, { status: 404 });
}

export { handler as DELETE, handler as GET, handler as PATCH, handler as POST, handler as PUT };
