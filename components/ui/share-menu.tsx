'use client';

import type { SnippetRequest } from '@/lib/dashboard/docs/curl';
import { copyText } from './copy/copy-text';
import { shareLink } from './copy/share-link';
import { Menu, type MenuItem } from './menu';

type Props = {
  /** Title of the shared link. */
  title: string;
  /** The API call that returns the data of the page. */
  request?: SnippetRequest;
  /** Actions after the link. */
  items?: readonly MenuItem[];
  /** Links to the same thing on other sites. */
  explorers?: readonly { name: string; href: string }[];
};

/** The menu with which a page is shared: its link, the API call for its data, print, explorers. */
export function ShareMenu({ title, request, items = [], explorers = [] }: Props) {
  const copyCurl = async (call: SnippetRequest) => {
    // Not part of the page's first script.
    const { curlOf } = await import('@/lib/dashboard/docs/curl');
    return (await copyText(curlOf(location.origin, call))) ? 'curl copied' : 'Copying failed';
  };
  return (
    <Menu
      label="Share"
      icon="share"
      isCompact
      items={[
        { label: 'Share link', icon: 'share', onSelect: () => shareLink(title) },
        ...items,
        ...(request
          ? [{ label: 'Copy as curl', icon: 'code', onSelect: () => copyCurl(request) } as const]
          : []),
        { label: 'Print', icon: 'print', onSelect: () => void window.print() },
        ...explorers.map(({ name, href }): MenuItem => ({ label: `Open in ${name}`, icon: 'out', href })),
      ]}
    />
  );
}
