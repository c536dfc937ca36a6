import Link from 'next/link';
import { Mark } from '@/components/site/mark';

export default function NotFound() {
  return (
    <main className="mx-auto w-full max-w-2xl px-4 py-24">
      <Mark className="size-8 text-accent" />
      <h1 className="mt-6 font-semibold text-2xl tracking-tight">There is no such page</h1>
      <p className="mt-2 text-muted">The address may be misspelt, or what it named is no longer held.</p>
      <Link prefetch={false} href="/" className="control mt-6">
        Look something up
      </Link>
    </main>
  );
}
