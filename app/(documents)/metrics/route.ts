import { answerDocument } from '@/lib/server/http/route-handlers';

const handler = (request: Request) => answerDocument(request, '/metrics');

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
