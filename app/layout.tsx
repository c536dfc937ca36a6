import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { HydrationMark } from '@/components/site/hydration-mark';
import { PAGE_TOKEN_META } from '@/lib/dashboard/json-lines';
import { numberMarks } from '@/lib/dashboard/number-marks';
import { processEnv } from '@/lib/server/process-env';
import { getService } from '@/lib/server/shared-service';
import { mono, sans } from './fonts';
import './globals.css';

const SHARE_IMAGE = { url: '/og/account', width: 1200, height: 630, alt: 'Satchel' };

// The build must not render pages, because a page opens the store, which creates the first project.
export const dynamic = 'force-dynamic';

export async function generateMetadata(): Promise<Metadata> {
  const host = (await headers()).get('host') ?? 'localhost';
  const origin = processEnv().publicUrl ?? `http://${host}`;
  return {
    ...(URL.canParse(origin) ? { metadataBase: new URL(origin) } : {}),
    title: { default: 'Satchel', template: '%s · Satchel' },
    description: 'What a Solana account holds, and which smart accounts belong to a Bitcoin key.',
    // The image of every page that sets no other one.
    openGraph: { siteName: 'Satchel', type: 'website', images: [SHARE_IMAGE] },
    twitter: { card: 'summary_large_image', images: [SHARE_IMAGE] },
  };
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#faf9f6' },
    { media: '(prefers-color-scheme: dark)', color: '#151412' },
  ],
};

/** Runs before the first paint: sets the theme without a flash. */
const FIRST_SCRIPT =
  "try{var t=localStorage.getItem('theme');if(t==='dark'||(t!=='light'&&matchMedia('(prefers-color-scheme: dark)').matches))document.documentElement.classList.add('dark')}catch(e){}";

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  const { pageToken } = await getService();
  return (
    <html
      lang="en"
      data-number-marks={JSON.stringify(numberMarks())}
      className={`${sans.variable} ${mono.variable}`}
      suppressHydrationWarning
    >
      <head>
        <meta name={PAGE_TOKEN_META} content={pageToken} />
        {/*
         * biome-ignore lint/security/noDangerouslySetInnerHtml: the script is a constant in this file.
         */}
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: FIRST_SCRIPT }} suppressHydrationWarning />
      </head>
      <body className="flex flex-col antialiased">
        {children}
        <HydrationMark />
      </body>
    </html>
  );
}
