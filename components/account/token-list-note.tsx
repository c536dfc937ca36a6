/** Explains what “unverified” means for a token. */
export function TokenListNote({ isMissing, date }: { isMissing: boolean; date: string }) {
  return (
    <p role="note" className="mt-3 text-muted text-sm">
      {isMissing
        ? 'This network has no token list, so no name or symbol is verified.'
        : `Unverified tokens are not in the token list of ${date}.`}
    </p>
  );
}
