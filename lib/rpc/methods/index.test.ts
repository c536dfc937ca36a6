import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { forwardedMethods } from '../forwarded-methods';
import { methods } from './index';

describe('the methods', () => {
  it('every method has a file of its name, except those that are only forwarded', () => {
    const files = readdirSync(new URL('.', import.meta.url))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'index.ts')
      .map((name) => name.slice(0, -3));
    const forwarded = forwardedMethods.map(({ name }) => name);
    expect(methods.map(({ name }) => name).sort()).toEqual([...files, ...forwarded].sort());
  });

  it.each(methods.map((method) => [method.name, method] as const))(
    'the documented example of %s matches the schemas',
    (_, method) => {
      expect(() => method.readParams(method.example.params)).not.toThrow();
      expect(method.result.safeParse(method.example.result)).toMatchObject({ success: true });
    },
  );
});
