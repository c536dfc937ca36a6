import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasOpenssl, makeCertificates, type TestCertificates } from '@/lib/testing/servers/certificates';
import { post, type Running, startService } from '@/lib/testing/servers/processes';
import { hasRedisTls, startTestRedis, type TestRedis } from '@/lib/testing/servers/redis';
import { until } from '@/lib/testing/until';

// Tests Redis with TLS and a password. Skipped if no Redis server with TLS is installed; `.ci/run` installs one.

/** A password with characters that must be escaped in a URL. */
const PASSWORD = 'p@ss/w:rd of r€dis';

describe.skipIf(!hasRedisTls() || !hasOpenssl())('REDIS_URL', () => {
  let certificates: TestCertificates;
  beforeAll(() => {
    certificates = makeCertificates();
  });
  afterAll(() => certificates?.remove());
  const open: { stop: () => Promise<void> }[] = [];
  afterEach(async () => {
    for (const { stop } of open.splice(0).reverse()) await stop();
  });

  async function redisWith(subjectAltName: string, days: number, byCa: boolean): Promise<TestRedis> {
    certificates.certificate('redis', subjectAltName, days, byCa);
    const redis = await startTestRedis({ tls: certificates.files('redis'), password: PASSWORD });
    open.push(redis);
    return redis;
  }
  async function serviceOn(url: string): Promise<Running> {
    const service = await startService({ REDIS_URL: url, NODE_EXTRA_CA_CERTS: certificates.ca });
    open.push(service);
    return service;
  }
  const stateOf = async ({ base }: Running) => (await (await fetch(`${base}/ready`)).json()).redis;
  const isServed = async (service: Running) =>
    (await post(service, '/evm-chain', { id: 1, method: 'rpc.discover' })).status === 200;

  it('REDIS_URL accepts rediss:// with a password and a certificate authority from NODE_EXTRA_CA_CERTS', async () => {
    const service = await serviceOn((await redisWith('IP:127.0.0.1', 1, true)).url);
    await until('Redis is used', async () => (await stateOf(service)) === 'ok');
    expect(await isServed(service)).toBe(true);
    expect(service.output()).not.toContain('Redis is unavailable');
  });

  it.each([
    ['that is self-signed', 'IP:127.0.0.1', 1, false, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['that has expired', 'IP:127.0.0.1', -1, true, 'CERT_HAS_EXPIRED'],
    ['for another name', 'DNS:other.example', 1, true, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ] as const)('rejects a Redis certificate %s and logs no address', async (_what, name, days, byCa, code) => {
    const { url } = await redisWith(name, days, byCa);
    const service = await serviceOn(url);
    await expectAway(service, url, { code });
  });

  it('reports an incorrect Redis password without logging any password', async () => {
    const { url } = await redisWith('IP:127.0.0.1', 1, true);
    const service = await serviceOn(url.replace(/:[^:@]*@/, ':a-wrong-one@'));
    await expectAway(service, url, { message: expect.stringContaining('WRONGPASS') });
    expect(service.output()).not.toContain('a-wrong-one');
  });

  /** Asserts that the service runs without Redis and logs the reason. */
  async function expectAway(service: Running, url: string, err: object): Promise<void> {
    await until('it is logged', () => service.output().includes('Redis is unavailable'));
    const line =
      service
        .output()
        .split('\n')
        .find((each) => each.includes('Redis is unavailable')) ?? '';
    expect(JSON.parse(line)).toMatchObject({ level: 'warn', msg: 'Redis is unavailable', err });
    expect(await stateOf(service)).toBe('unavailable');
    expect(await isServed(service)).toBe(true);
    const { port, password } = new URL(url);
    for (const secret of ['127.0.0.1', port, password, decodeURIComponent(password), 'other.example'])
      expect(line).not.toContain(secret);
  }
});
