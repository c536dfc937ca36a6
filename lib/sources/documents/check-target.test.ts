import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '@/lib/testing/until';
import { allAddresses } from './check-target';

const A = 1;
const HEADER_BYTES = 12;
/** IPv4 and IPv6 addresses by name. */
const ADDRESSES: Record<string, { four?: number[]; six?: number[] }> = {
  'both.test': { four: [93, 184, 215, 14], six: [0x20, 1, 0x0d, 0xb8, ...Array(11).fill(0), 1] },
  'four.test': { four: [93, 184, 215, 14] },
  'none.test': {},
};

let server: Socket;
let place: string;
let silent = 0;
beforeAll(async () => {
  server = createSocket('udp4', (query, from) => {
    const labels: string[] = [];
    let at = HEADER_BYTES;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += 1 + length;
    }
    const isFour = query.readUInt16BE(at + 1) === A;
    const known = ADDRESSES[labels.join('.')];
    if (known === undefined) {
      silent += 1;
      return;
    }
    const address = isFour ? known.four : known.six;
    const question = query.subarray(HEADER_BYTES, at + 5);
    const answers = address === undefined ? 0 : 1;
    const header = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, 0x80, 0, 1, 0, answers, 0, 0, 0, 0]);
    const record =
      address && Buffer.from([0xc0, 12, 0, isFour ? 1 : 28, 0, 1, 0, 0, 0, 9, 0, address.length, ...address]);
    server.send(Buffer.concat([header, question, ...(record ? [record] : [])]), from.port, from.address);
  });
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server?.close());

it('allAddresses returns the IPv4 and IPv6 addresses of a host name', async () => {
  expect(await allAddresses('both.test', [place])).toEqual(['93.184.215.14', '2001:db8::1']);
  expect(await allAddresses('four.test', [place])).toEqual(['93.184.215.14']);
  await expect(allAddresses('none.test', [place])).rejects.toThrow();
});

it.each(['localhost', 'LOCALHOST', 'a.localhost', 'localhost.'])(
  'the host name %s always resolves to loopback',
  async (name) => {
    expect(await allAddresses(name, [place])).toEqual(['127.0.0.1', '::1']);
  },
);

it('host names whose name servers do not respond do not delay other names', async () => {
  const asked = Array.from({ length: 60 }, (_, i) => allAddresses(`silent-${i}.test`, [place]));
  for (const each of asked) each.catch(() => undefined);
  await until('all queries are sent', () => silent >= 60);
  await lookup('localhost');
  expect(await allAddresses('four.test', [place])).toEqual(['93.184.215.14']);
  expect((await Promise.allSettled(asked)).every(({ status }) => status === 'rejected')).toBe(true);
});
