/**
 * The room of items that are not drawn yet, so that a place in the list stays where it is.
 * @param after height of what is here and not drawn, px. @param height of what will come, px. @param isReading not all
 *   have come: it says so
 */
export function OthersComing({
  after,
  height,
  isReading,
}: {
  after: number;
  height: number;
  isReading: boolean;
}) {
  return (
    <div className="print:hidden" style={{ marginTop: after, height }}>
      {isReading && (
        <p className="sticky top-[min(50vh,30rem)] text-center text-muted text-sm">Loading more…</p>
      )}
    </div>
  );
}
