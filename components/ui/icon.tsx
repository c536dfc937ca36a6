const PATHS = {
  search: 'M7 12.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11Zm4-1.5 3.5 3.5',
  share: 'M8 10V1.75M5 4.5 8 1.5l3 3M4 7H2.75v7.25h10.5V7H12',
  download: 'M8 1.75V10M5 7.25l3 3 3-3M2.5 12v2.25h11V12',
  out: 'M6 3H3v10h10v-3M8.5 7.5 13.5 2.5M9.5 2.25h4.25V6.5',
  close: 'm3.5 3.5 9 9m0-9-9 9',
  check: 'm3 8.5 3.5 3.5L13 4.5',
  down: 'm4 6 4 4 4-4',
  up: 'm4 10 4-4 4 4',
  wallet: 'M2 4.5v8.25h12V4.5H2Zm0 0 9-2.25V4.5M11 8.75h.75',
  key: 'M10.25 9a3.75 3.75 0 1 0-3.5-2.4L2 11.4V14h2.6v-2h2v-2l.9-.9a3.7 3.7 0 0 0 2.75-.1ZM10.75 5.25h.01',
  copy: 'M5.5 5.5H13v7.5H5.5zM10.5 3.5V2H3v7.5h1.5',
  filter: 'M1.75 3.5h12.5M4 8h8M6.25 12.5h3.5',
  sort: 'M5 2.5v11m0 0-2.75-2.75M5 13.5l2.75-2.75M11 13.5v-11m0 0L8.25 5.25M11 2.5l2.75 2.75',
  network:
    'M8 14.25a6.25 6.25 0 1 0 0-12.5 6.25 6.25 0 0 0 0 12.5ZM1.75 8h12.5M8 1.75c2 1.8 2.75 4 2.75 6.25S10 12.45 8 14.25C6 12.45 5.25 10.25 5.25 8S6 3.55 8 1.75Z',
  star: 'm8 1.9 1.9 3.85 4.25.62-3.07 3 .72 4.23L8 11.6l-3.8 2 .72-4.23-3.07-3 4.25-.62L8 1.9Z',
  print: 'M4.5 6V1.75h7V6M4.5 11.5H2V6h12v5.5h-2.5M4.5 9.5h7v4.75h-7z',
  qr: 'M2 2h4.5v4.5H2zM9.5 2H14v4.5H9.5zM2 9.5h4.5V14H2zM9.5 9.5h2v2h-2zM14 9.5v2.5M12 14h2M9.5 14h.01',
  warning: 'M8 2 14.75 13.75H1.25zM8 6.25v3.5M8 11.75h.01',
  danger: 'M5.25 1.75h5.5l3.5 3.5v5.5l-3.5 3.5h-5.5l-3.5-3.5v-5.5zM8 4.75v4M8 11.25h.01',
  code: 'm5 4.5-3.5 3.5L5 11.5m6-7 3.5 3.5-3.5 3.5',
} as const;

/** An icon in the current text color, hidden from screen readers. */
export function Icon({ name, className = 'size-4' }: { name: keyof typeof PATHS; className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      className={`shrink-0 ${className}`}
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
