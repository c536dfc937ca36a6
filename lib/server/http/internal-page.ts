/** Matches pages that Next uses internally, such as `/_global-error`. Everything else of Next is under `/_next/`. */
const INTERNAL_PAGE = /^\/(?:_|%5f)(?!next\/)/i;

/** Checks whether a path, as in the request, is a page that visitors must not get. */
export const isInternalPage = (path: string): boolean => INTERNAL_PAGE.test(path);
