import { readdirSync } from 'node:fs';
import { parseOpenRPCDocument, validateOpenRPCDocument } from '@open-rpc/schema-utils-js';
import { describe, expect, it } from 'vitest';
import { writeJson } from '@/lib/json/exact-write';
import { openRpcDocument } from '../openrpc';
import { methods } from './index';

describe('the methods', () => {
  it('each file is registered under its own name', () => {
    const files = readdirSync(new URL('.', import.meta.url))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'index.ts')
      .map((name) => name.slice(0, -3));
    expect(methods.map(({ name }) => name).sort()).toEqual(files.sort());
  });

  it.each(methods.map((method) => [method.name, method] as const))(
    '%s: its example satisfies its own schemas',
    (_, method) => {
      expect(() => method.readParams(method.example.params)).not.toThrow();
      expect(method.result.safeParse(method.example.result)).toMatchObject({ success: true });
    },
  );
});

describe('the OpenRPC document', () => {
  const document = JSON.parse(
    writeJson(
      openRpcDocument(
        methods.map((method) => ({ ...method, wireName: method.name })),
        { version: '1.0.0', url: 'http://localhost:3000' },
      ),
    ),
  );

  it('is valid by the OpenRPC meta-schema', async () => {
    expect(validateOpenRPCDocument(document)).toBe(true);
    await expect(parseOpenRPCDocument(document)).resolves.toBeDefined();
  });

  it('says what each method takes, answers and refuses', () => {
    expect(
      document.methods.map(
        ({
          name,
          params,
          errors,
        }: {
          name: string;
          params: { name: string }[];
          errors: { code: number }[];
        }) => [name, params.map((param) => param.name), errors.map((error) => error.code)],
      ),
    ).toMatchInlineSnapshot(`
      [
        [
          "enhancedGetTokensAndNFTs",
          [
            "accountAddress",
            "options",
          ],
          [
            -32602,
            -32001,
            -32002,
            -32005,
            -32005,
            -32601,
          ],
        ],
        [
          "svc_aa_getBTCAccount",
          [
            "accountConfig",
          ],
          [
            -32602,
            -32001,
            -32002,
            -32005,
            -32601,
          ],
        ],
        [
          "svc_aa_getBTCAccountsByAddress",
          [
            "query",
          ],
          [
            -32602,
            -32001,
            -32002,
            -32005,
            -32601,
          ],
        ],
      ]
    `);
  });
});
