import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { JsonTree } from './json-tree';

it('the tree of a large document says that it does not list all members, wherever they are', () => {
  const treeOf = (count: number) =>
    renderToStaticMarkup(<JsonTree value={{ attributes: Array.from({ length: count }, (_, at) => at) }} />);
  expect(treeOf(2_000)).toContain('… and more');
  expect(treeOf(1_499)).not.toContain('… and more');
});
