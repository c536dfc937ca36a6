'use client';

import { type ReactNode, useRef } from 'react';
import { Icon } from '../ui/icon';

type Props = {
  /** Path of the image on this server; undefined if there is no image. */
  path: string | undefined;
  name: string;
  /** The image, or a placeholder. */
  children: ReactNode;
};

/** An image that opens in a dialog at full size. Escape or a click closes the dialog. */
export function Lightbox({ path, name, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const frame = 'block w-full overflow-hidden rounded-lg border border-line bg-raised';
  if (path === undefined) return <div className={`${frame} aspect-square`}>{children}</div>;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={`plain cursor-zoom-in ${frame}`}
        onClick={() => dialog.current?.showModal()}
      >
        <span className="block aspect-square">{children}</span>
        <span className="sr-only">, enlarge</span>
      </button>
      <p className="mt-2 text-sm print:hidden">
        <a
          href={path}
          target="_blank"
          rel="noreferrer"
          className="link inline-flex min-h-6 items-center gap-1"
        >
          Open original
          <Icon name="out" className="size-3.5" />
        </a>
      </p>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog. */}
      <dialog
        ref={dialog}
        aria-label={name}
        className="m-auto max-h-[96dvh] max-w-[96vw] rounded-lg bg-transparent p-0"
        onClick={() => dialog.current?.close()}
      >
        <button type="button" className="control absolute top-2 right-2" aria-label="Close">
          <Icon name="close" />
        </button>
        <img src={path} alt={name} loading="lazy" className="max-h-[96dvh] max-w-full object-contain" />
      </dialog>
    </>
  );
}
