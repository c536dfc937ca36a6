import { projectRoute } from '@/lib/server/http/route-handlers';

// All HTTP methods, because the contract's 405 and 204 answers differ from Next's.
export {
  projectRoute as DELETE,
  projectRoute as GET,
  projectRoute as HEAD,
  projectRoute as OPTIONS,
  projectRoute as PATCH,
  projectRoute as POST,
  projectRoute as PUT,
};
