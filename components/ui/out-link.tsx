import type { ComponentProps } from 'react';

/** A link to another site, which opens in a new tab. */
export const OutLink = (props: ComponentProps<'a'> & { href: string }) => (
  <a rel="noreferrer noopener" target="_blank" {...props} />
);
