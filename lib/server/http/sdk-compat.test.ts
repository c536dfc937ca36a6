import { describe, expect, it } from 'vitest';
import type { Method } from '@/lib/rpc/define-method';
import { readBasicCredentials } from '../auth/basic-auth';
import { queryAuthorization, sdkMethods } from './sdk-compat';

describe('credentials in a query', () => {
  const query = (projectUuid: string, projectKey: string) =>
    new URLSearchParams({ projectUuid, projectKey }).toString();

  it('converts credentials in a query string to an Authorization header', () => {
    expect(readBasicCredentials(queryAuthorization(query('id', 'a:b')))).toEqual({
      projectId: 'id',
      serverKey: 'a:b',
    });
  });

  // Ids in a URL can be very long. Invalid ones are neither looked up nor cached.
  it.each([
    ['', 'key'],
    ['id', ''],
    ['p'.repeat(201), 'key'],
    ['i\u0000d', 'key'],
    ['id', 'k\r\ney'],
  ])('ignores invalid credentials in a query string (case %#)', (projectUuid, projectKey) => {
    expect(queryAuthorization(query(projectUuid, projectKey))).toBeUndefined();
  });
});

it('equal calls of an SDK share the response for one account, as other callers do', () => {
  const lookUp = {
    name: 'svc_aa_getBTCAccount',
    responseCache: { cacheKey: () => 'key', isShared: (found: { known: boolean }) => found.known },
  } as unknown as Method;
  const [method] = sdkMethods([lookUp]);
  const isShared = (found: unknown) => method?.responseCache?.isShared?.(found as never, {} as never);
  expect(isShared([{ known: true }])).toBe(true);
  expect(isShared([{ known: false }])).toBe(false);
});
