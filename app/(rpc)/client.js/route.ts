import { operatorRoute } from '@/lib/server/http/route-handlers';

export const dynamic = 'force-dynamic';

const handler = (request: Request) => operatorRoute(request, '/client.js');

export {
  handler as DELETE,
  handler as GET,
  handler as HEAD,
  handler as PATCH,
  handler as POST,
  handler as PUT,
};
