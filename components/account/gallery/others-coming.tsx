/**
 * The room of items that are still read, so that a place in the list stays where it is.
 * @param after height of what is here and not drawn, px. @param height of what will come, px
 */
export function OthersComing({ after, height }: { after: number; height: number }) {
  return (
    <div style={{ marginTop: after, height }}>
      <p className="sticky top-1/2 text-center text-muted text-sm">The others are being read.</p>
    </div>
  );
}
