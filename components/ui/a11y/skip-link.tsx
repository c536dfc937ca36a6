/** A link for keyboards, shown on focus, to a part of the page. */
export const SkipLink = ({ href, children }: { href: `#${string}`; children: string }) => (
  <a href={href} className="control absolute top-2 left-2 z-30 -translate-y-16 focus:translate-y-0">
    {children}
  </a>
);
