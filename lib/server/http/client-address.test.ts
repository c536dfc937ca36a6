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
    ['10.0.0.1', '7.7.7.7:4711', 1, '7.7.7.7'],
    ['10.0.0.1', '"unknown"', 1, '10.0.0.1'],
    ['2001:db8:0:1::1', undefined, 0, '2001:db8:0:1::/64'],
    ['2001:0db8::1:2:3:4:5', undefined, 0, '2001:db8:0:1::/64'],
    ['2001:db8::5', undefined, 0, '2001:db8:0:0::/64'],
    ['10.0.0.1', '[2001:db8:0:1:ffff::9]:4711', 1, '2001:db8:0:1::/64'],
    ['10.0.0.1', '2001:DB8:0:1::9', 1, '2001:db8:0:1::/64'],
    ['::1', undefined, 0, '0:0:0:0::/64'],
    ['fe80::1%eth0', undefined, 0, 'fe80:0:0:0::/64'],
  ])(
    'for peer %s, X-Forwarded-For %s and %d proxies the client address is %s',
    (socket, forwarded, proxies, expected) => {
      expect(clientAddress(socket, forwarded, proxies)).toBe(expected);
    },
  );
});
