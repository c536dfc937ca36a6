'use client';

import { useEffect } from 'react';

/** Switches between the dark and the light theme. The choice is stored in this browser. */
export function ThemeToggle() {
  // Sets the class again, because React removes it when it renders the document again, for example on a 404.
  useEffect(() => {
    let chosen: string | null = null;
    try {
      chosen = localStorage.getItem('theme');
    } catch {}
    const dark =
      chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
    document.documentElement.classList.toggle('dark', dark);
  }, []);
  return (
    <button
      type="button"
      className="grid noscript:hidden size-9 pointer-coarse:h-11 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
      title="Switch between dark and light"
      onClick={() => {
        const dark = document.documentElement.classList.toggle('dark');
        try {
          localStorage.setItem('theme', dark ? 'dark' : 'light');
        } catch {}
      }}
    >
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
    </button>
  );
}
