/** Replaces the content of a panel whose script could not be loaded. */
export const NotLoaded = () => <p className="p-2 text-sm">Couldn’t load this. Close and open it again.</p>;
