/**
 * Space for items that are not rendered yet, so that the scroll position does not change.
 * @param after height of loaded items that are not rendered, in px
 * @param height height of items that are still loading, in px
 * @param isReading whether to say that more is loading
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
