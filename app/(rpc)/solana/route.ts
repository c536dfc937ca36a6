import { projectRoute } from '@/lib/server/http/route-handlers';

// Every method is ours: the contract's 405 and, for existing clients, its 204 differ from Next's own.
export {
  projectRoute as DELETE,
  projectRoute as GET,
  projectRoute as HEAD,
  projectRoute as OPTIONS,
  projectRoute as PATCH,
  projectRoute as POST,
  projectRoute as PUT,
};
