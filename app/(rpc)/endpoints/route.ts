import { programRoute } from '@/lib/server/http/route-handlers';

// Handles every HTTP method itself, because the contract's 405, and its 204 for existing clients, differ from Next's
// defaults.
export {
  programRoute as DELETE,
  programRoute as GET,
  programRoute as HEAD,
  programRoute as OPTIONS,
  programRoute as PATCH,
  programRoute as POST,
  programRoute as PUT,
};
