import { describe, expect, it } from 'vitest';
import { readBasicCredentials } from '../auth/basic-auth';
import { queryAuthorization } from './sdk-compat';

describe('credentials in a query', () => {
  const query = (projectUuid: string, projectKey: string) =>
    new URLSearchParams({ projectUuid, projectKey }).toString();

  it('are read like those of a header', () => {
    expect(readBasicCredentials(queryAuthorization(query('id', 'a:b')))).toEqual({
      projectId: 'id',
      serverKey: 'a:b',
    });
  });

  // Such ids are neither looked up nor remembered: an id may have as many bytes as a URL holds.
  it.each([
    ['', 'key'],
    ['id', ''],
    ['p'.repeat(201), 'key'],
    ['i\u0000d', 'key'],
    ['id', 'k\r\ney'],
  ])('number %# are ignored', (projectUuid, projectKey) => {
    expect(queryAuthorization(query(projectUuid, projectKey))).toBeUndefined();
  });
});
