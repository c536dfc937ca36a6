import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ColoredJson } from './code-block';

const html = (text: string) => renderToStaticMarkup(<ColoredJson text={text} />);

it('ColoredJson colors keys, strings, numbers and literals, each in its own color', () => {
  expect(html('{"a": ["b\\"c", -1.5e3, true]}')).toContain(
    '>{<span class="text-accent">&quot;a&quot;</span>: [' +
      '<span class="text-good">&quot;b\\&quot;c&quot;</span>, ' +
      '<span class="text-caution">-1.5e3</span>, ' +
      '<span class="text-caution">true</span>]}<',
  );
});

it('a line of JSON that wraps continues one step after its own indentation', () => {
  const indents = html('{\n  "a": [\n    1\n  ]\n}').match(/--indent:\d+ch/g);
  expect(indents).toEqual(['2ch', '4ch', '6ch', '4ch', '2ch'].map((each) => `--indent:${each}`));
});

it.each([
  '',
  '{"a": "cut off',
  'not JSON',
  '[\n  1\n]',
  `["${'\\"'.repeat(20_000)}`,
  `[${'1,'.repeat(20_000)}`,
  `[${'\n1,'.repeat(20_000)}`,
])('ColoredJson shows every character of the text %#', (text) => {
  const lines = html(text).split('<span class="block').slice(1);
  const shown = lines.map((line) => `<${line}`.replace(/<[^>]*>/g, '')).join('\n');
  expect(shown.replaceAll('&quot;', '"')).toBe(text);
});
