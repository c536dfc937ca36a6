import { describe, expect, it } from 'vitest';
import { isAllowedHost } from './allowed-hosts';

const hosts = { publicUrl: 'https://satchel.example', allowedHosts: ['box.lan', '*.tail.example'] };

describe('isAllowedHost', () => {
  it.each([
    'localhost',
    'localhost:3000',
    'LOCALHOST.',
    'app.localhost:8080',
    '127.0.0.1:3000',
    '192.168.1.4',
    '[::1]:3000',
    'satchel.example',
    'Satchel.Example:443',
    'box.lan:3000',
    'a.tail.example',
    'a.b.tail.example',
  ])('accepts the Host header %s', (host) => expect(isAllowedHost(host, hosts)).toBe(true));

  it.each([
    undefined,
    '',
    'evil.example',
    'evil.example:3000',
    'satchel.example.evil.example',
    'evilsatchel.example',
    'tail.example',
    'eviltail.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'localhost@evil.example',
    '[::1].evil.example',
    'localhost:3000:4000',
  ])('rejects the Host header %s', (host) => expect(isAllowedHost(host, hosts)).toBe(false));
});
