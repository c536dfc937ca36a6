/** A text without the zero-width and direction characters that come along with many a copy and are in no address. */
export const withoutInvisible = (text: string): string =>
  text.replace(/[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, '');
