import { programRoute } from '@/lib/server/http/route-handlers';

// Exports a handler for every HTTP method, because the contract requires other responses than Next's defaults.
export {
  programRoute as DELETE,
  programRoute as GET,
  programRoute as HEAD,
  programRoute as OPTIONS,
  programRoute as PATCH,
  programRoute as POST,
  programRoute as PUT,
};
