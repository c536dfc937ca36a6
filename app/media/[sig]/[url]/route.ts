import { mediaRoute } from '@/lib/server/images/image-routes';

export { mediaRoute as GET };
