'use client';

import { useState } from 'react';
import { OutLink } from '@/components/ui/out-link';
import { Icon } from '../ui/icon';

type Props = { kind: 'video' | 'audio'; path: string; host: string; url: string };

/** An untrusted video or audio file: requested only on click, and only through this server's route. */
export function MediaPlayer({ kind, path, host, url }: Props) {
  const [state, setState] = useState<'closed' | 'open' | 'failed'>('closed');
  if (state === 'closed')
    return (
      <button type="button" className="control max-w-full" onClick={() => setState('open')}>
        Play {kind}{' '}
        <span className="truncate text-muted" title={host}>
          from {host}
        </span>
      </button>
    );
  if (state === 'failed')
    return (
      <p className="text-sm">
        The {kind} could not be played here.{' '}
        <OutLink href={url} className="link">
          Open it at {host}
          <Icon name="out" className="ml-1 inline size-3" />
        </OutLink>
      </p>
    );
  const props = { src: path, controls: true, autoPlay: true, onError: () => setState('failed') };
  return kind === 'video' ? (
    <video {...props} className="w-full rounded-lg bg-sunken" aria-label="Video of this NFT" />
  ) : (
    <audio {...props} className="w-full" aria-label="Sound of this NFT" />
  );
}
