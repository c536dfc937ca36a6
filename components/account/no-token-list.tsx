/** Says that tokens were looked up nowhere: that nothing is marked would look like a list that has them all. */
export const NoTokenList = () => (
  <p role="note" className="mb-3 text-muted text-sm">
    No token list is known for this network: nothing here vouches for what a token calls itself.
  </p>
);
