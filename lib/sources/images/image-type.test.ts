import { describe, expect, it } from 'vitest';
import { imageType } from './image-type';

const typeOf = (text: string) => imageType(Buffer.from(text));

describe('imageType', () => {
  it.each([
    '<svg>',
    '<svg/>',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<SVG\n>',
    ' \r\n\t<svg >',
    '\ufeff<svg >',
    '\ufeff <?xml version="1.0"?>\n<svg >',
    '<?xml version="1.0" encoding="utf-8"?><svg >',
    '<!-- a -- b -->\n<!----><svg >',
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><svg >',
    '<?xml version="1.0"?>\n<!-- one -->\n<!doctype svg>\n<!-- two -->\n<svg >',
    `<!--${' '.repeat(1000)}--><svg >`,
  ])('recognizes the text %j as an SVG', (text) => expect(typeOf(text)).toBe('svg'));

  it.each([
    '',
    '<',
    '<svg',
    '<svgx>',
    '<svg:svg>',
    'x<svg>',
    '<html><svg></svg></html>',
    '<!DOCTYPE html><svg>',
    '<!-- <svg> ',
    '<!--><svg>',
    '<?xml version="1.0"',
    '<!DOCTYPE svg <svg',
    '<!---->x<svg>',
    `${'<!---->'.repeat(29)}x`,
    `<!--${' '.repeat(1024)}--><svg >`,
  ])('does not recognize the text %.40j as an image', (text) => expect(typeOf(text)).toBeUndefined());

  it.each<[string, string]>([
    ['png', '\x89PNG\r\n\x1a\n'],
    ['jpeg', '\xff\xd8\xff\xe0'],
    ['gif', 'GIF89a'],
    ['webp', 'RIFF\0\0\0\0WEBPVP8 '],
    ['avif', '\0\0\0\x1cftypavif\0\0\0\0mif1miaf'],
  ])('recognizes a %s image by its first bytes', (type, text) =>
    expect(imageType(Buffer.from(text, 'latin1'))).toBe(type),
  );
});
