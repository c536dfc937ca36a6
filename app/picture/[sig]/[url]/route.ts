import { pictureRoute } from '@/lib/server/routes/image-routes';

export { pictureRoute as GET };
