import { PageLink } from '@/components/ui/page-link';

export default function PageNotFound() {
  return (
    <div className="max-w-2xl py-16">
      <h1 className="font-semibold text-2xl tracking-tight">Page not found</h1>
      <p className="mt-2 text-muted">
        The link may be mistyped or out of date.{' '}
        <span className="print:hidden">Paste an address, a key or a name above.</span>
      </p>
      <PageLink href="/" className="control control-primary mt-6">
        Go to the home page
      </PageLink>
    </div>
  );
}
