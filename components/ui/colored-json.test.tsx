import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ColoredJson } from './colored-json';

const html = (text: string) => renderToStaticMarkup(<ColoredJson text={text} />);

it('ColoredJson colors keys, strings, numbers and literals, each in its own color', () => {
  expect(html('{"a": ["b\\"c", -1.5e3, true]}')).toBe(
    '{<span class="text-accent">&quot;a&quot;</span>: [' +
      '<span class="text-good">&quot;b\\&quot;c&quot;</span>, ' +
      '<span class="text-caution">-1.5e3</span>, ' +
      '<span class="text-caution">true</span>]}',
  );
});

it.each(['', '{"a": "cut off', 'not JSON', `["${'\\"'.repeat(20_000)}`, `[${'1,'.repeat(20_000)}`])(
  'ColoredJson shows every character of the text %#',
  (text) => {
    const shown = html(text).replace(/<[^>]*>/g, '');
    expect(shown.replaceAll('&quot;', '"')).toBe(text);
  },
);
