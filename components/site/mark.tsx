/** The logo of Satchel, a bag, in the current text color. */
export function Mark({ className = 'size-6' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={className}
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinejoin="round"
    >
      <path d="M8 6.5V5a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v1.5" />
      <path d="M4.5 6.5h15A1.5 1.5 0 0 1 21 8v10.5a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a1.5 1.5 0 0 1 1.5-1.5Z" />
      <path d="M3 8.5 9.6 13h4.8L21 8.5" />
      <path d="M10.25 12.25h3.5v3.25h-3.5z" fill="currentColor" stroke="none" />
    </svg>
  );
}
