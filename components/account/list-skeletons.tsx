const LINES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const CARDS = [...LINES, 'i', 'j'];

/** Placeholder for the token table, with the same row height. */
export function TableSkeleton() {
  return (
    <div className="panel divide-y divide-line noscript:hidden" aria-hidden="true">
      {LINES.map((line) => (
        <div key={line} className="flex h-12 items-center gap-3 px-4">
          <span className="skeleton size-7 rounded-full" />
          <span className="skeleton h-4 w-40" />
          <span className="skeleton ml-auto h-4 w-28" />
        </div>
      ))}
    </div>
  );
}

/** Placeholder for the gallery, with the same card size. */
export function GallerySkeleton() {
  return (
    <div className="gallery-grid pt-11 noscript:hidden" aria-hidden="true">
      {CARDS.map((card) => (
        <span key={card} className="skeleton block rounded-lg pb-[calc(100%+70px)]" />
      ))}
    </div>
  );
}
