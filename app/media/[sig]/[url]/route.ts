import { mediaRoute } from '@/lib/server/routes/image-routes';

export { mediaRoute as GET };
