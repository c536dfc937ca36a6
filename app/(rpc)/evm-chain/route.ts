import { answerProgram } from '@/lib/server/http/route-handlers';

/** `POST /evm-chain`: the Bitcoin account methods, for callers with a project's credentials. */
const handler = (request: Request) => answerProgram(request, { group: 'evm-chain' });

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
