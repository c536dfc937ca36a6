import { ItemImage } from '@/components/ui/image';
import type { CollectionPreview } from '@/lib/dashboard/account/collection-previews';

type Props = {
  /** Undefined until it has been read. */
  face: CollectionPreview | undefined;
  title: string;
  /** A width that the image route supports. */
  width: 96 | 256;
  /** Classes for its size and corners. */
  className: string;
};

/** A collection's image; without one, the first letter of its title. */
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
