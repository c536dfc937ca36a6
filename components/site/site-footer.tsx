/** The foot of every page. */
export function SiteFooter() {
  return (
    <footer className="border-line border-t">
      <p className="page-width px-4 py-5 text-muted text-sm print:hidden">
        Satchel reads chains and signs nothing. Nothing on these pages is loaded from elsewhere.
      </p>
    </footer>
  );
}
