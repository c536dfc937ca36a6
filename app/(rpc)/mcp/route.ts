import { answerProgram } from '@/lib/server/http/route-handlers';

/** `POST /mcp`: every method as a tool of the Model Context Protocol. */
const handler = (request: Request) => answerProgram(request, { group: 'mcp' });

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
