import { pictureRoute } from '@/lib/server/images/image-routes';

export { pictureRoute as GET };
