import { describe, expect, it } from 'vitest';
import { clientAddress } from './client-address';

describe('clientAddress', () => {
  it.each([
    ['10.0.0.1', undefined, 0, '10.0.0.1'],
    ['10.0.0.1', '6.6.6.6', 0, '10.0.0.1'],
    ['::ffff:10.0.0.1', '6.6.6.6', 0, '10.0.0.1'],
    ['10.0.0.1', '6.6.6.6, 7.7.7.7', 1, '7.7.7.7'],
    ['10.0.0.1', '1.1.1.1, 6.6.6.6, 7.7.7.7', 2, '6.6.6.6'],
    ['10.0.0.1', '7.7.7.7', 3, '10.0.0.1'],
    ['10.0.0.1', '', 1, '10.0.0.1'],
    [undefined, undefined, 0, 'unknown'],
  ])('%s, %s behind %d: %s', (socket, forwarded, proxies, expected) => {
    expect(clientAddress(socket, forwarded, proxies)).toBe(expected);
  });
});
