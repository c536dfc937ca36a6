import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Unbroken } from './unbroken';

it('Unbroken keeps the name of a standard, such as EIP-55, on one line and leaves other words unchanged', () => {
  const markup = renderToStaticMarkup(<Unbroken text="last 20 bytes of the hash, in EIP-55 case" />);
  expect(markup).toBe('last 20 bytes of the hash, in <span class="whitespace-nowrap">EIP-55</span> case');
});
