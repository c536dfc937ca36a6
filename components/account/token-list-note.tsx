/** Says what “unverified” means for a token: which list it is not in, or that the network has no list. */
export function TokenListNote({ isMissing, date }: { isMissing: boolean; date: string }) {
  return (
    <p role="note" className="mb-3 text-muted text-sm">
      {isMissing
        ? 'No token list is known for this network: no name or symbol here is verified.'
        : `Unverified tokens are not in the token list of ${date}.`}
    </p>
  );
}
