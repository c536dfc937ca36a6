'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { OutLink } from '@/components/ui/out-link';
import { Icon } from '../ui/icon';
import { sized } from '../ui/image';
import { Zoomable } from './zoomable';

type Props = {
  /** Path of the image on this server; undefined if there is no image. */
  path: string | undefined;
  name: string;
  /** The image, or a placeholder. */
  children: ReactNode;
};

/** Part of the URL while the picture is enlarged, so that Back closes it. */
const HASH = '#picture';

/** An image that opens in a dialog, as large as the window allows. Escape, a click next to the image or Back closes it. */
export function Lightbox({ path, name, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const follow = () => setOpen(location.hash === HASH);
    // The next picture of a gallery opens enlarged.
    follow();
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  const open = () => {
    history.pushState({ isEnlarged: true }, '', HASH);
    setOpen(true);
  };
  const close = () => {
    // A page that was opened enlarged has no entry to go back to.
    if (history.state?.isEnlarged === true) history.back();
    else history.replaceState(null, '', location.pathname + location.search);
    setOpen(false);
  };
  const frame = 'block w-full overflow-hidden rounded-lg border border-line bg-raised';
  if (path === undefined) return <div className={`${frame} aspect-square`}>{children}</div>;
  const large = sized(path, 1024);
  return (
    <>
      <button type="button" aria-haspopup="dialog" className={`plain cursor-zoom-in ${frame}`} onClick={open}>
        <span className="block aspect-square">{children}</span>
        <span className="sr-only">, enlarge</span>
      </button>
      <p className="mt-2 text-sm print:hidden">
        <OutLink href={large} className="link inline-flex min-h-6 items-center gap-1">
          Open picture
          <Icon name="out" className="size-3.5" />
        </OutLink>
      </p>
      <dialog
        ref={dialog}
        aria-label={name}
        className="m-0 size-full max-h-none max-w-none bg-transparent p-0"
        onCancel={(event) => {
          event.preventDefault();
          close();
        }}
      >
        {isOpen && <Zoomable path={large} name={name} onClose={close} />}
        <button
          type="button"
          className="control icon-only absolute top-2 right-2"
          aria-label="Close"
          onClick={close}
        >
          <Icon name="close" />
        </button>
      </dialog>
    </>
  );
}
