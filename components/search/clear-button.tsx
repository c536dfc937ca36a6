/** Button that clears a field with a secret. */
export function ClearButton({ onClear }: { onClear: () => void }) {
  return (
    <button
      type="button"
      className="ml-1 min-h-6 underline underline-offset-2 print:hidden"
      onClick={onClear}
    >
      Clear
    </button>
  );
}
