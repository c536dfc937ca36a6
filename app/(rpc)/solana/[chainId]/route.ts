import { answerProgram } from '@/lib/server/http/route-handlers';

/** `POST /solana/<chainId>`: the same as `POST /solana?chainId=<chainId>`. */
async function handler(request: Request, { params }: { params: Promise<{ chainId: string }> }) {
  const { chainId } = await params;
  return /^\d+$/.test(chainId)
    ? answerProgram(request, { group: 'solana', chainId })
    : new Response(null, { status: 404 });
}

// Every HTTP method, because the contract defines the response to each.
export {
  handler as DELETE,
  handler as GET,
  handler as HEAD,
  handler as OPTIONS,
  handler as PATCH,
  handler as POST,
  handler as PUT,
};
