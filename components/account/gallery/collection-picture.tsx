import { ItemImage } from '@/components/ui/image';
import type { CollectionFace } from '@/lib/dashboard/account/collection-faces';

type Props = {
  /** Name and image of the collection; undefined until they have arrived. */
  face: CollectionFace | undefined;
  title: string;
  /** A width that the image route supports. */
  width: 96 | 256;
  /** Classes for the size and the corners. */
  className: string;
};

/** The image of a collection, or the first letter of the title if there is no image. */
export function CollectionPicture({ face, title, width, className }: Props) {
  return (
    <span aria-hidden="true" className={`shrink-0 overflow-hidden border border-line ${className}`}>
      <ItemImage
        path={face?.picture}
        width={width}
        small={[...title][0] ?? '?'}
        none={face === undefined ? 'Image not read' : 'No image'}
      />
    </span>
  );
}
