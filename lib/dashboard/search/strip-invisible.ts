/** Removes zero-width and direction characters, which copying often adds and no address contains. */
export const stripInvisible = (text: string): string =>
  text.replace(/[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, '');
