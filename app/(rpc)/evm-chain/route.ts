import { projectRoute } from '@/lib/server/http/route-handlers';

const handler = (request: Request) => projectRoute(request, 'evm-chain');

// Every method is ours: the contract's 405 and, for existing clients, its 204 differ from Next's own.
export {
  handler as DELETE,
  handler as GET,
  handler as HEAD,
  handler as OPTIONS,
  handler as PATCH,
  handler as POST,
  handler as PUT,
};
