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
    '<?drawn with="care > haste"?>\n<?xml-stylesheet href="a.css"?><svg >',
    '<!DOCTYPE svg [\n<!ENTITY ns "http://www.w3.org/2000/svg">\n]>\n<svg xmlns="&ns;">',
    `<!DOCTYPE svg [<!ENTITY a "]>"><!-- ' ]> --><?x ]> ?><!ENTITY b '>]'>]><svg >`,
    '<!DOCTYPE d:svg><d:svg xmlns:d="http://www.w3.org/2000/svg"/>',
    '<d:svg width="8"\nxmlns:d = "http://www.w3.org/2000/svg">',
  ])('recognizes the text %j as an SVG', (text) => expect(typeOf(text)).toBe('svg'));

  it('recognizes an SVG that begins with a comment of 100 kB', () =>
    expect(typeOf(`<!--${' '.repeat(100_000)}--><svg >`)).toBe('svg'));

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
    '<?a <svg >',
    '<!DOCTYPE html><title>svg</title><svg >',
    '<!DOCTYPE svg [<svg >',
    '<!DOCTYPE svg [<!ENTITY a "]><svg >',
    '<!DOCTYPE svg [<!-- ]><svg >',
    '<d:svg xmlns:e="http://www.w3.org/2000/svg">',
    '<d:title xmlns:d="http://www.w3.org/2000/svg"><d:svg/></d:title>',
    // A megabyte each, which takes minutes if it is read in quadratic time.
    '<!--'.repeat(250_000),
    '<?a?>'.repeat(200_000),
    ' '.repeat(1_000_000),
    `<!DOCTYPE svg [${'"<!--'.repeat(200_000)}`,
    `<!DOCTYPE svg [${'<?'.repeat(500_000)}`,
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
