import Link from 'next/link';

export default function NotFound() {
  return (
    <div className="max-w-2xl py-16">
      <h1 className="font-semibold text-2xl tracking-tight">There is nothing here</h1>
      <p className="mt-2 text-muted">
        The address may be misspelt, or the account no longer holds what it named.
      </p>
      <Link prefetch={false} href="/" className="control mt-6">
        Look something up
      </Link>
    </div>
  );
}
