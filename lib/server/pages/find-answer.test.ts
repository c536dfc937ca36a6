import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Running, startService } from '@/lib/testing/servers/processes';

// Tests the dashboard's forms without JavaScript, over HTTP. Requires built pages; `npm test` builds them first.

const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const WIF = 'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617';
const KEY = '02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c';
const SOL = 'So11111111111111111111111111111111111111112';

describe.skipIf(!existsSync('.next/BUILD_ID'))('forms without JavaScript', () => {
  let service: Running;
  beforeAll(async () => {
    service = await startService({ DASHBOARD: 'on', LOG_LEVEL: 'trace' });
  });
  afterAll(() => service?.stop('SIGKILL'));

  const post = (fields: Record<string, string>) =>
    fetch(`${service.base}/find`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Sec-Fetch-Site': 'same-origin' },
      body: new URLSearchParams(fields),
    });

  it.each([
    [{ q: PHRASE }, 'a recovery phrase'],
    [{ q: WIF }, 'a Bitcoin private key'],
    [{ q: WIF, chain: '1' }, 'a Bitcoin private key'],
    [{ q: `${KEY} ${WIF}`, chain: '1', remember: 'on' }, 'a Bitcoin private key'],
    [{ matchKey: KEY, match: WIF }, 'a Bitcoin private key'],
    [{ list: `/account/${SOL}`, q: PHRASE }, 'a recovery phrase'],
  ])('submitting %o does not expose its secret in headers, the page or the log', async (fields, label) => {
    const answer = await post(fields);
    const body = await answer.text();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(body).toContain(label);
    expect(body).toContain('role="alert"');
    const told = `${JSON.stringify([...answer.headers])} ${body} ${service.output()}`;
    for (const secret of [PHRASE, WIF]) expect(told).not.toContain(secret.slice(0, 20));
  });

  it.each([
    [{ q: `solana:${SOL}?cluster=devnet` }, `/account/${SOL}?chain=103`],
    [{ list: `/account/${SOL}?tab=nfts`, q: 'a b' }, `/account/${SOL}?tab=nfts&q=a+b`],
    [{ list: '//other.example/x', q: 'a' }, '/'],
    [{ list: 'http://[', q: 'a' }, '/'],
    [{ q: `0x${KEY.toUpperCase()}`, chain: '31337' }, `/bitcoin/${KEY}?chain=31337`],
    [{ q: KEY, chain: '1', remember: 'on' }, `/bitcoin/${KEY}`],
    [{ q: SOL, chain: '1', remember: 'on' }, `/account/${SOL}`],
    [{ matchKey: KEY, match: 'nonsense', chain: '31337' }, `/bitcoin/${KEY}?chain=31337`],
  ])('submitting the form with %o redirects to %s', async (fields, place) => {
    const answer = await post(fields);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, place]);
  });

  it('the search form does not echo unknown text, and offers a choice of pages for ambiguous text', async () => {
    expect(await (await post({ q: '<script>nothing to see</script>' })).text()).not.toContain(
      'nothing to see',
    );
    const body = await (await post({ q: KEY.slice(2) })).text();
    expect(body).toContain(`href="/bitcoin/${KEY.slice(2)}"`);
    expect(body).toContain('https://mempool.space/tx/');
  });

  it('rejects a submitted form that is too large or from another site', async () => {
    expect((await post({ q: 'a'.repeat(70_000) })).status).toBe(413);
    const other = await fetch(`${service.base}/find`, {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'cross-site' },
      body: new URLSearchParams({ q: SOL }),
    });
    expect(other.status).toBe(403);
  });
});
