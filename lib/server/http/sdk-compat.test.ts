import { describe, expect, it } from 'vitest';
import { readBasicCredentials } from '../auth/basic-auth';
import { queryAuthorization } from './sdk-compat';

describe('credentials in a query', () => {
  const query = (projectUuid: string, projectKey: string) =>
    new URLSearchParams({ projectUuid, projectKey }).toString();

  it('are read as those of a header are', () => {
    expect(readBasicCredentials(queryAuthorization(query('id', 'a:b')))).toEqual({
      projectId: 'id',
      serverKey: 'a:b',
    });
  });

  // What is nobody's is neither looked up nor remembered: an id may come with as many bytes as a URL holds.
  it.each([
    ['', 'key'],
    ['id', ''],
    ['p'.repeat(201), 'key'],
    ['id', 'k'.repeat(5_000)],
    ['i\u0000d', 'key'],
    ['id', 'k\r\ney'],
  ])('number %# are nobody’s', (projectUuid, projectKey) => {
    expect(queryAuthorization(query(projectUuid, projectKey))).toBeUndefined();
  });
});
