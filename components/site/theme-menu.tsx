'use client';

import { useEffect, useState } from 'react';
import { readStored, writeStored } from '@/lib/dashboard/browser-storage';
import { Icon } from '../ui/icon';
import { Popover } from '../ui/menu';

const THEMES = [
  { theme: 'system', name: 'Same as the system' },
  { theme: 'light', name: 'Light' },
  { theme: 'dark', name: 'Dark' },
] as const;

type Theme = (typeof THEMES)[number]['theme'];

function storedTheme(): Theme {
  const stored = readStored('theme');
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Chooses the theme: the system's, light or dark. The choice is stored in this browser. */
export function ThemeMenu() {
  const [theme, setTheme] = useState<Theme>();
  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)');
    const apply = () => {
      const chosen = theme ?? storedTheme();
      const isDark = chosen === 'dark' || (chosen === 'system' && system.matches);
      document.documentElement.classList.toggle('dark', isDark);
      setTheme(chosen);
    };
    // Also restores the class that React removes when it renders the document again, for example on a 404.
    apply();
    system.addEventListener('change', apply);
    return () => system.removeEventListener('change', apply);
  }, [theme]);
  return (
    <span className="contents noscript:hidden">
      <Popover
        buttonClass="grid size-9 pointer-coarse:h-11 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
        panelClass="w-52"
        label={
          <>
            <svg
              viewBox="0 0 24 24"
              className="size-5"
              aria-hidden="true"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.75"
            >
              <circle cx="12" cy="12" r="8" />
              <path d="M12 4a8 8 0 0 1 0 16z" fill="currentColor" stroke="none" />
            </svg>
            <span className="sr-only">Theme</span>
          </>
        }
      >
        {THEMES.map(({ theme: each, name }) => (
          <button
            key={each}
            type="button"
            aria-pressed={theme === each}
            className="menu-item flex min-h-9 pointer-coarse:min-h-11 items-center justify-between"
            onClick={({ currentTarget }) => {
              writeStored('theme', each === 'system' ? undefined : each);
              setTheme(each);
              currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
            }}
          >
            {name}
            {theme === each && <Icon name="check" className="text-accent" />}
          </button>
        ))}
      </Popover>
    </span>
  );
}
