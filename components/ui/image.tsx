'use client';

import { useEffect, useRef, useState } from 'react';

type Props = {
  /** Path on this server; undefined if there is no image. */
  path: string | undefined;
  /** A width that the image route supports. */
  width: 96 | 256 | 512 | 1024;
  alt?: string;
  /** Letter shown instead of a small image; the reason is in the title. */
  small?: string;
  /** `eager` on the first screen, to load before layout; `first` to load before everything else. */
  loading?: 'lazy' | 'eager' | 'first';
  /** Text shown instead of a missing image. */
  none?: string;
};

/** Returns the path of an image at a width. Paths of other images than untrusted ones have no widths. */
export const sized = (path: string, width: Props['width']) =>
  path.startsWith('/picture/') ? `${path}?w=${width}` : path;

/** An untrusted image from this server's route, or a placeholder with the reason why it is missing. */
export function ItemImage({ path, width, alt = '', small, loading = 'lazy', none = 'No image' }: Props) {
  const [fault, setFault] = useState<string>();
  const image = useRef<HTMLImageElement>(null);

  const explain = (src: string) => {
    setFault('The image can’t be shown');
    // Not part of the page's first script.
    Promise.all([fetch(src, { method: 'HEAD' }), import('@/lib/dashboard/account/image-messages')])
      .then(([{ headers, status }, { imageMessage }]) =>
        setFault(imageMessage(headers.get('x-picture-error'), status)),
      )
      .catch(() => undefined);
  };
  // Detects an image that failed before this script ran.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per image.
  useEffect(() => {
    setFault(undefined);
    const { current } = image;
    if (path !== undefined && current?.complete && current.naturalWidth === 0) explain(current.currentSrc);
  }, [path]);

  if (path === undefined || fault !== undefined) {
    const why = path === undefined ? none : (fault ?? '');
    return (
      <span
        title={small === undefined ? undefined : why}
        className={`no-image grid size-full place-items-center rounded-[inherit] bg-sunken text-center text-muted text-xs ${small === undefined ? 'px-3' : '[container-type:size]'}`}
      >
        {small === undefined ? (
          why
        ) : (
          <>
            <span
              aria-hidden="true"
              className="font-medium text-[length:max(0.75rem,40cqw)] uppercase leading-none"
            >
              {small}
            </span>
            <span className="sr-only">{why}</span>
          </>
        )}
      </span>
    );
  }
  const larger = width === 96 ? 96 : width === 256 ? 512 : 1024;
  return (
    <img
      ref={image}
      src={sized(path, width)}
      srcSet={
        path.startsWith('/picture/') ? `${sized(path, width)} 1x, ${sized(path, larger)} 2x` : undefined
      }
      alt={alt}
      width={width}
      height={width}
      loading={loading === 'lazy' ? 'lazy' : 'eager'}
      decoding="async"
      fetchPriority={loading === 'first' ? 'high' : undefined}
      className="size-full bg-sunken object-contain"
      onError={(event) => explain(event.currentTarget.currentSrc)}
    />
  );
}
