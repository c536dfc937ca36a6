/** Button that clears a field with a secret. */
export function ClearButton({ onClear }: { onClear: () => void }) {
  return (
    <button type="button" className="control mt-1.5 flex print:hidden" onClick={onClear}>
      Clear
    </button>
  );
}
