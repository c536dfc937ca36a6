import { parseOpenRPCDocument, validateOpenRPCDocument } from '@open-rpc/schema-utils-js';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { writeJson } from '@/lib/json/exact-write';
import { runService } from '@/lib/testing/servers/running-service';
import { methods } from '../methods';
import { openRpcDocument } from './openrpc';

type Named = { name: string; value: unknown };
type Entry = { params: { name: string }[]; examples: { params: Named[]; result: { value: unknown } }[] };
type Node = Record<string, unknown>;

/**
 * Returns the paths in the document at which a description is missing. Checks methods, params, results, errors,
 * examples and the fields of every schema.
 */
function undescribed(document: Node, schemas: Record<string, Node>): string[] {
  const found: string[] = [];
  const isSaid = (words: unknown) => typeof words === 'string' && words.trim().length > 3;
  const isDescribed = (schema: Node): boolean => {
    const refs = [schema, ...((schema.allOf ?? []) as Node[])].map(({ $ref }) => $ref);
    return (
      isSaid(schema.description) ||
      refs.some((ref) => typeof ref === 'string' && isSaid(schemas[ref.split('/').pop() ?? '']?.description))
    );
  };
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { properties } = value as Node;
    if (typeof properties === 'object' && properties !== null)
      for (const [name, schema] of Object.entries(properties))
        if (!isDescribed(schema as Node)) found.push(`${path}/${name}`);
    for (const [key, member] of Object.entries(value)) visit(member, `${path}/${key}`);
  };
  for (const { name, params, errors, examples, ...method } of document.methods as Node[]) {
    visit({ params, method }, String(name));
    const said = [
      method.summary,
      method.description,
      ...(params as Node[]).map(({ summary }) => summary),
      ...(errors as Node[]).map(({ message }) => message),
      ...(examples as Node[]).flatMap((example) => [example.name, example.summary]),
    ];
    if (!said.every(isSaid)) found.push(String(name));
  }
  for (const [name, schema] of Object.entries(schemas)) {
    if (!isSaid(schema.description)) found.push(name);
    visit(schema, name);
  }
  return found;
}

describe('the OpenRPC document', () => {
  const text = writeJson(openRpcDocument(methods, { version: '1.0.0', url: 'http://localhost:3000' }));
  const document = JSON.parse(text);

  it('the OpenRPC document is valid against the OpenRPC meta-schema', async () => {
    expect(validateOpenRPCDocument(structuredClone(document))).toBe(true);
    await expect(parseOpenRPCDocument(structuredClone(document))).resolves.toBeDefined();
  });

  const ajv = new Ajv({ strict: false, validateFormats: false }).addSchema(document, 'openrpc');
  const validator = (pointer: string) => ajv.compile({ $ref: `openrpc#${pointer}` });
  const entries = [...document.methods.entries()] as [number, Entry][];

  it.each(entries)(
    'the OpenRPC example of method %i is valid against its schemas',
    (at, { params, examples }) => {
      const [example] = examples;
      for (const { name, value } of example?.params ?? []) {
        const index = params.findIndex((param) => param.name === name);
        const isValid = validator(`/methods/${at}/params/${index}/schema`);
        expect([isValid(value), isValid.errors]).toEqual([true, null]);
        expect(isValid(null)).toBe(false);
      }
      const { value } = example?.result ?? {};
      const isResult = validator(`/methods/${at}/result/schema`);
      expect([isResult(value), isResult.errors]).toEqual([true, null]);
      const [first] = [value].flat() as object[];
      const changed = Object.fromEntries(Object.keys(first ?? {}).map((key) => [key, null]));
      expect(isResult(Array.isArray(value) ? [changed] : changed)).toBe(false);
    },
  );

  it('the OpenRPC document distinguishes the default and the extended format of a result', () => {
    const tiny = document.methods[0].examples[0].result.value;
    expect(validator('/methods/0/x-forms/plain')(tiny)).toBe(true);
    expect(validator('/methods/0/x-forms/extended')(tiny)).toBe(false);
  });

  it('no two fields of an object in the OpenRPC document have the same description', () => {
    for (const name of ['Nft', 'Token', 'ExtendedNft', 'ExtendedToken', 'Holdings', 'ExtendedHoldings']) {
      const { properties } = document.components.schemas[name] as { properties: Record<string, Node> };
      const words = Object.values(properties).map(({ description, $ref }) => description ?? $ref);
      expect(new Set(words).size).toBe(words.length);
    }
  });

  it('the methods of the OpenRPC document reference all schemas in components and no others', () => {
    const names = [...writeJson(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, ref]) => ref ?? '');
    const known = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect([...new Set(names)].sort()).toEqual(known.sort());
    expect(document.components.schemas.U64).toMatchObject({ type: 'integer', minimum: 0, format: 'uint64' });
  });

  it('every method, parameter, field, error and example in the OpenRPC document has a description', () => {
    expect(undescribed(document, document.components.schemas)).toEqual([]);
    const { NftMetadata: _, ...withoutOne } = document.components.schemas;
    expect(undescribed(document, withoutOne)).not.toEqual([]);
  });

  it('the OpenRPC document matches the snapshot of params, results and errors', () => {
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
        [
          "getAsset",
          [
            "id",
            "options",
            "displayOptions",
            "integers",
          ],
          [
            -32602,
            -32001,
            -32002,
            -32005,
            -32005,
            -32000,
            -32601,
          ],
        ],
        [
          "getAssets",
          [
            "ids",
            "options",
            "displayOptions",
            "integers",
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
          "getAssetBatch",
          [
            "ids",
            "options",
            "displayOptions",
            "integers",
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
          "getAssetsByOwner",
          [
            "ownerAddress",
            "sortBy",
            "limit",
            "page",
            "before",
            "after",
            "options",
            "displayOptions",
            "cursor",
            "integers",
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
          "searchAssets",
          [
            "ownerAddress",
            "tokenType",
            "interface",
            "ownerType",
            "compressed",
            "frozen",
            "burnt",
            "creatorAddress",
            "creatorVerified",
            "authorityAddress",
            "grouping",
            "delegate",
            "royaltyAmount",
            "jsonUri",
            "name",
            "sortBy",
            "limit",
            "page",
            "before",
            "after",
            "options",
            "displayOptions",
            "cursor",
            "integers",
          ],
          [
            -32602,
            -32001,
            -32002,
            -32005,
            -32005,
            -32601,
            -32601,
          ],
        ],
        [
          "getTokenAccounts",
          [
            "ownerAddress",
            "mintAddress",
            "owner",
            "mint",
            "sortBy",
            "limit",
            "page",
            "before",
            "after",
            "options",
            "displayOptions",
            "cursor",
            "integers",
          ],
          [
            -32602,
            -32001,
            -32002,
            -32005,
            -32005,
            -32601,
            -32601,
          ],
        ],
        [
          "getNftEditions",
          [
            "mintAddress",
            "mint",
            "limit",
            "page",
            "before",
            "after",
            "cursor",
            "integers",
          ],
          [
            -32602,
            -32001,
            -32002,
            -32005,
            -32005,
            -32601,
            -32000,
            -32601,
          ],
        ],
        [
          "getAssetProof",
          [
            "id",
            "integers",
          ],
          [
            -32602,
            -32001,
            -32002,
            -32005,
            -32005,
            -32601,
            -32601,
          ],
        ],
        [
          "getAssetProofBatch",
          [
            "ids",
            "integers",
          ],
          [
            -32602,
            -32001,
            -32002,
            -32005,
            -32005,
            -32601,
            -32601,
          ],
        ],
        [
          "getAssetProofs",
          [
            "ids",
            "integers",
          ],
          [
            -32602,
            -32001,
            -32002,
            -32005,
            -32005,
            -32601,
            -32601,
          ],
        ],
        [
          "getAssetsByAuthority",
          [
            "authorityAddress",
            "page",
            "limit",
            "before",
            "after",
            "cursor",
            "sortBy",
            "options",
            "integers",
          ],
          [
            -32602,
            -32001,
            -32002,
            -32005,
            -32005,
            -32601,
            -32601,
          ],
        ],
        [
          "getAssetsByCreator",
          [
            "creatorAddress",
            "onlyVerified",
            "page",
            "limit",
            "before",
            "after",
            "cursor",
            "sortBy",
            "options",
            "integers",
          ],
          [
            -32602,
            -32001,
            -32002,
            -32005,
            -32005,
            -32601,
            -32601,
          ],
        ],
        [
          "getAssetsByGroup",
          [
            "groupKey",
            "groupValue",
            "page",
            "limit",
            "before",
            "after",
            "cursor",
            "sortBy",
            "options",
            "integers",
          ],
          [
            -32602,
            -32001,
            -32002,
            -32005,
            -32005,
            -32601,
            -32601,
          ],
        ],
        [
          "getAssetSignatures",
          [
            "id",
            "page",
            "limit",
            "before",
            "after",
            "cursor",
            "integers",
          ],
          [
            -32602,
            -32001,
            -32002,
            -32005,
            -32005,
            -32601,
            -32601,
          ],
        ],
        [
          "getSignaturesForAsset",
          [
            "id",
            "page",
            "limit",
            "before",
            "after",
            "cursor",
            "integers",
          ],
          [
            -32602,
            -32001,
            -32002,
            -32005,
            -32005,
            -32601,
            -32601,
          ],
        ],
      ]
    `);
  });
});

describe('the served OpenRPC document', () => {
  it.each([
    [
      'with PUBLIC_URL',
      { PUBLIC_URL: 'https://satchel.example/base/' },
      'https://satchel.example/base/solana',
    ],
    ['without PUBLIC_URL', { PORT: '3210' }, 'http://localhost:3210/solana'],
  ])('the served OpenRPC document is valid %s', async (_, settings, url) => {
    const running = await runService(settings);
    const document = await (await fetch(`${running.base}/openrpc.json`)).json();
    await running.stop();
    expect(validateOpenRPCDocument(structuredClone(document))).toBe(true);
    expect(document.servers[0].url).toBe(url);
  });
});
