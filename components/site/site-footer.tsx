import { Shortcuts } from './shortcuts';

export function SiteFooter() {
  return (
    <footer className="border-line border-t">
      <div className="page-width flex flex-wrap items-center justify-between gap-x-6 px-4 py-5 text-muted text-sm print:hidden">
        <p>
          Satchel only reads chains and never sends transactions. Its pages load nothing from other sites.
        </p>
        <Shortcuts />
      </div>
    </footer>
  );
}
