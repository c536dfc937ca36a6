import type { DocumentImage } from './document-image';
import type { MediaFetcher } from './fetch-media';
import { type Recordings, recordings } from './recordings';
import { type Thumbnailer, type Thumbnails, thumbnails } from './thumbnails';

/** Port for untrusted images and audio or video files. The methods throw ImageError. */
export type Images = {
  /** Reads a document and returns the URL of the image that it names. */
  imageOfDocument: DocumentImage;
  image: Thumbnails;
  media: Recordings;
};

/**
 * Creates the port for images and audio or video files. Viewers who want the same image share one guarded fetch. A
 * separate process scales raster images.
 */
export const images = ({
  thumbnail,
  documentImage,
  ...fetcher
}: MediaFetcher & { thumbnail: Thumbnailer; documentImage: DocumentImage }): Images => ({
  imageOfDocument: documentImage,
  image: thumbnails(fetcher, thumbnail),
  media: recordings(fetcher),
});
