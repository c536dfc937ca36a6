import Link from 'next/link';
import type { ComponentProps } from 'react';

/** A link to a page of the dashboard, which Next.js does not load before it is opened. */
export const PageLink = (props: ComponentProps<typeof Link>) => <Link prefetch={false} {...props} />;
