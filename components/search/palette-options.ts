import type { QueryClient } from '@tanstack/react-query';
import type { HoldingsState } from '@/lib/dashboard/account/holdings-state';
import { clip, shorten } from '@/lib/dashboard/format';
import { readLabels } from '@/lib/dashboard/labels';
import { EXAMPLES } from '@/lib/dashboard/search/examples';
import type { Recent } from '@/lib/dashboard/search/recents';
import { itemHref } from '../account/gallery/item-href';
import { isAbout, type Option } from './options';
import { recentOptions } from './recent-options';

/** Maximum number of options that are items of the page. */
const MAX_ITEMS = 8;

type Palette = {
  recents: readonly Recent[];
  /** The page's buttons and links that are marked as commands. */
  commands: readonly HTMLElement[];
  client: QueryClient;
  visit: (href: string) => void;
  /** Runs a command after the dialog has closed. */
  run: (command: HTMLElement) => void;
};

/** Reads the commands of the page. An element's `data-command` is the name of its action. */
export const commandsOfPage = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('[data-command]:not(:disabled)'),
];

/** Returns the options of the command palette: recent lookups, labels, items of the page, actions and examples. */
export function paletteOptions({ recents, commands, client, visit, run }: Palette) {
  const recent = recentOptions(recents, visit);
  const labels = readLabels().map(
    ({ address, label, href }): Option => ({
      key: `label ${address}`,
      name: label || shorten(address, 12, 10),
      says: shorten(address, 6, 6),
      group: 'Labels',
      href,
      pick: () => visit(href),
    }),
  );
  const actions = commands.map(
    (command): Option => ({
      key: `action ${command.dataset.command}`,
      name: command.dataset.command ?? '',
      says: '',
      group: 'Actions',
      pick: () => run(command),
    }),
  );
  const examples = EXAMPLES.map(
    ({ href, name, says }): Option => ({
      key: href,
      name,
      says,
      group: 'Examples',
      href,
      pick: () => visit(href),
    }),
  );
  return (text: string): Option[] => {
    const matching = [...recent, ...labels, ...actions, ...examples].filter((each) => isAbout(each, text));
    return text.trim() === '' ? matching : [...itemsOfPage(client, text, visit), ...matching];
  };
}

/** Returns the items of this page's account that match the input, as options. */
function itemsOfPage(client: QueryClient, text: string, visit: (href: string) => void): Option[] {
  const needle = text.trim().toLowerCase();
  const [, page, account] = location.pathname.split('/');
  if (page !== 'account' || account === undefined) return [];
  const addressOrName = decodeURIComponent(account);
  const found: Option[] = [];
  for (const [key, state] of client.getQueriesData<HoldingsState>({ queryKey: ['holdings'] })) {
    const [, chain, of] = key as [string, number, string];
    if (state === undefined || of !== addressOrName) continue;
    for (const { address, name, symbol } of [...state.tokens, ...state.nfts]) {
      if (found.length >= MAX_ITEMS) return found;
      if (!`${name} ${symbol}`.toLowerCase().includes(needle)) continue;
      const href = itemHref(addressOrName, address, chain);
      found.push({
        key: `item ${address}`,
        name: clip(name || symbol),
        says: shorten(address, 6, 6),
        group: 'On this page',
        href,
        pick: () => visit(href),
      });
    }
  }
  return found;
}
