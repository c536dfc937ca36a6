import { describe, expect, it } from 'vitest';
import { openRpcDocument } from '@/lib/rpc/document/openrpc';
import { methods } from '@/lib/rpc/methods';
import { schemaLines } from './schema-lines';

describe('the fields of a schema', () => {
  const document = openRpcDocument(methods, { version: '1.0.0', url: 'http://localhost:3000' });
  const results = document.methods.map(({ name, result }) => [name, result.schema] as const);

  it.each(results)('every field in the result of %s has a type and a description', (_, schema) => {
    const lines = schemaLines(schema, document.components.schemas);
    expect(lines.length).toBeGreaterThan(0);
    for (const { path, type, description } of lines) {
      expect([path, type]).not.toContain('any');
      expect([path, description.length > 3]).toEqual([path, true]);
    }
  });

  it('a field with a $ref keeps its own description and has the type of the referenced schema', () => {
    const [holdings] = results;
    const lines = schemaLines(holdings?.[1], document.components.schemas);
    expect(lines.find(({ path }) => path === 'nfts.address')).toMatchObject({
      type: 'string',
      description: expect.stringContaining('Token account'),
    });
  });
});
