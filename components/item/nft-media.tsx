import { ItemImage } from '@/components/ui/image';
import { OutLink } from '@/components/ui/out-link';
import type { NftRow } from '@/lib/dashboard/account/rows';
import { hasNoDocument, noImageLabel } from '@/lib/dashboard/account/unread-data';
import { ReloadButton } from '../ui/reload-button';
import { Lightbox } from './lightbox';
import { MediaPlayer } from './media-player';

/** A video, audio file or animation. Media without a `path` on this server are shown as links. */
export type PlayableMedia = {
  kind: 'video' | 'audio' | 'other';
  url: string;
  host: string;
  path: string | undefined;
};

/** Warnings about a document that can be there at the next attempt. */
const RETRIED: readonly string[] = ['document-late', 'document-unreachable'];

/** An NFT's image, and the videos, audio files and animations of its document. */
export function NftMedia({ row, media }: { row: NftRow; media: readonly PlayableMedia[] }) {
  return (
    <div className="min-w-0 md:sticky md:top-6 md:col-start-1 md:row-span-2 md:row-start-1 md:self-start">
      <Lightbox path={hasNoDocument(row) ? undefined : row.picture} name={row.name || 'NFT'}>
        <ItemImage
          path={row.picture}
          width={512}
          alt={row.name || 'NFT'}
          loading="first"
          none={noImageLabel(row)}
        />
      </Lightbox>
      {row.warnings?.some((word) => RETRIED.includes(word)) && (
        <p className="mt-3">
          <ReloadButton />
        </p>
      )}
      {media.length > 0 && (
        <div className="mt-3 grid grid-cols-1 gap-2">
          {media.map(({ kind, path, host, url }) =>
            kind !== 'other' && path !== undefined ? (
              <MediaPlayer key={url} kind={kind} path={path} host={host} url={url} />
            ) : (
              <p key={url} className="text-sm [overflow-wrap:anywhere]">
                <OutLink href={url} className="link">
                  Interactive content at {host}
                </OutLink>
              </p>
            ),
          )}
        </div>
      )}
    </div>
  );
}
