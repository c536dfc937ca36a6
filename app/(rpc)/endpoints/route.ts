import { programRoute } from '@/lib/server/http/route-handlers';

// Every method is ours: the contract's 405 and, for existing clients, its 204 differ from Next's own.
export {
  programRoute as DELETE,
  programRoute as GET,
  programRoute as HEAD,
  programRoute as OPTIONS,
  programRoute as PATCH,
  programRoute as POST,
  programRoute as PUT,
};
