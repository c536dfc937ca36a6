import type { MouseEvent } from 'react';
import { PageLink } from '@/components/ui/page-link';

/** An entry in the list below a search field. */
export type Option = {
  key: string;
  name: string;
  says: string;
  mono?: boolean;
  /** Heading of the group that contains the option. */
  group?: string;
  /** The page that the option opens; undefined for an action. */
  href?: string;
  pick: () => void;
};

type Props = {
  id: string;
  label: string;
  options: readonly Option[];
  /** Index of the option selected by the arrow keys; -1 if no option is selected. */
  active: number;
  className: string;
};

/** Whether an option contains every word of the input. */
export function isAbout({ name, says, key }: Option, text: string): boolean {
  const words = `${name} ${says} ${key}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word));
}

/** Returns the id of an option, for `aria-activedescendant`. */
export const optionId = (listId: string, at: number) => `${listId}-${at}`;

/** The options of a combobox: arrow keys move through them while the box keeps the focus. */
export function Options({ id, label, options, active, className }: Props) {
  const groups = [...new Set(options.map(({ group }) => group))];
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      className={className}
      // Keeps the focus in the field, because losing it would close the list before the click.
      onMouseDown={(event) => event.preventDefault()}
    >
      {groups.map((group) => {
        const lines = options.flatMap((option, at) =>
          option.group === group ? (
            <Line key={option.key} id={optionId(id, at)} option={option} isActive={at === active} />
          ) : (
            []
          ),
        );
        return group === undefined ? (
          lines
        ) : (
          // biome-ignore lint/a11y/useSemanticElements: a listbox cannot contain a fieldset.
          <div key={group} role="group" aria-label={group} className="not-first:mt-4">
            <p className="px-2 pb-1 text-muted text-xs" aria-hidden="true">
              {group}
            </p>
            {lines}
          </div>
        );
      })}
    </div>
  );
}

function Line({ id, option, isActive }: { id: string; option: Option; isActive: boolean }) {
  const { name, says, mono = false, href, pick } = option;
  const shared = {
    id,
    role: 'option',
    'aria-selected': isActive,
    tabIndex: -1,
    onClick: (event: MouseEvent) => {
      // With Ctrl, Shift or ⌘, the browser itself opens the link in another tab or window.
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      pick();
    },
    className: `flex w-full items-baseline justify-between gap-x-4 rounded-md px-2 py-2 text-left max-sm:flex-col hover:bg-sunken ${isActive ? 'bg-sunken outline outline-2 outline-accent' : ''}`,
  } as const;
  const text = (
    <>
      <span
        className={`max-w-full text-sm [overflow-wrap:anywhere] sm:truncate ${mono ? 'font-mono' : 'font-medium'}`}
      >
        {name}
      </span>
      <span className="max-w-full text-muted text-xs [overflow-wrap:anywhere] sm:shrink-0 sm:truncate sm:text-right">
        {says}
      </span>
    </>
  );
  return href === undefined ? (
    <button type="button" {...shared}>
      {text}
    </button>
  ) : (
    <PageLink href={href} {...shared}>
      {text}
    </PageLink>
  );
}
