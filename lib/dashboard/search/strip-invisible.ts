/** Removes zero-width and direction characters. Copying often adds them, and no address contains them. */
export const stripInvisible = (text: string): string =>
  text.replace(/[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, '');
