import Link from 'next/link';

export default function NotFound() {
  return (
    <main className="mx-auto w-full max-w-2xl px-4 py-24">
      <h1 className="font-semibold text-2xl">There is no such page</h1>
      <p className="mt-2 text-muted">The address may be misspelt.</p>
      <Link href="/" className="mt-6 inline-block text-accent underline">
        Look something up
      </Link>
    </main>
  );
}
