import { describe, expect, it } from 'vitest';
import { encodeAddress } from '@/lib/solana/address/address';
import { coreMembersOf, pluginData } from './core-plugins';

const u32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer);
const u64 = (value: number) => Buffer.from(BigUint64Array.of(BigInt(value)).buffer);
const text = (value: string) => Buffer.concat([u32(value.length), Buffer.from(value)]);
const SOMEONE = Buffer.alloc(32, 7);
const ADDRESS = encodeAddress(SOMEONE);
const OWNER = Buffer.of(1);

type Plugin = { type: number; config: Buffer };
type External = Plugin & { checks?: [number, number][]; data?: Buffer };

/** Encodes the account of an asset, or of a collection if `isCollection` is set, with the given plugins. */
function account(plugins: Plugin[], externals: External[] = [], isCollection = false): Buffer {
  const head = isCollection
    ? Buffer.concat([Buffer.of(5), SOMEONE, text('C'), text('u'), u32(9), u32(4)])
    : Buffer.concat([Buffer.of(1), SOMEONE, Buffer.of(0), text('A'), text('u'), Buffer.of(0)]);
  let at = head.length + 9;
  const bodies: Buffer[] = [];
  const place = (body: Buffer) => {
    bodies.push(body);
    at += body.length;
    return at - body.length;
  };
  const records = plugins.map(({ type, config }) =>
    Buffer.concat([Buffer.of(type), OWNER, u64(place(Buffer.concat([Buffer.of(type), config])))]),
  );
  const externalRecords = externals.map(({ type, config, checks, data }) => {
    const offset = place(Buffer.concat([Buffer.of(type), config]));
    const events = checks?.map(([event, flags]) => Buffer.concat([Buffer.of(event), u32(flags)])) ?? [];
    return Buffer.concat([
      Buffer.of(type),
      OWNER,
      checks === undefined ? Buffer.of(0) : Buffer.concat([Buffer.of(1), u32(checks.length), ...events]),
      u64(offset),
      ...(data === undefined
        ? [Buffer.of(0, 0)]
        : [Buffer.of(1), u64(place(data)), Buffer.of(1), u64(data.length)]),
    ]);
  });
  const registry = [Buffer.of(4), u32(records.length), ...records, u32(externals.length), ...externalRecords];
  return Buffer.concat([head, Buffer.of(3), u64(at), ...bodies, ...registry]);
}

const pluginsOf = (...plugins: Plugin[]) => coreMembersOf(account(plugins))?.plugins;
const externalOf = (...externals: External[]) => coreMembersOf(account([], externals))?.external_plugins;

describe('the plugins of an MPL Core account', () => {
  it.each<[string, number, Buffer, unknown]>([
    [
      'royalties',
      0,
      Buffer.concat([Buffer.of(0xf4, 1), u32(1), SOMEONE, Buffer.of(100, 2), u32(1), SOMEONE]),
      {
        basis_points: 500,
        creators: [{ address: ADDRESS, percentage: 100 }],
        rule_set: { program_deny_list: [ADDRESS] },
      },
    ],
    ['freeze_delegate', 1, Buffer.of(1), { frozen: true }],
    [
      'attributes',
      6,
      Buffer.concat([u32(1), text('level'), text('9')]),
      { attribute_list: [{ key: 'level', value: '9' }] },
    ],
    ['edition', 9, u32(12), { number: 12 }],
    [
      'master_edition',
      10,
      Buffer.concat([Buffer.of(1), u32(50), Buffer.of(0, 1), text('u')]),
      { max_supply: 50, name: null, uri: 'u' },
    ],
    ['groups', 18, Buffer.concat([u32(1), SOMEONE]), { groups: [ADDRESS] }],
  ])('decodes the plugin %s', (name, type, config, data) => {
    const place = { index: 0, offset: 54, authority: { type: 'Owner', address: null } };
    expect(pluginsOf({ type, config })).toEqual({ [name]: { ...place, data } });
  });

  it('decodes a lifecycle hook with extra accounts, checks and JSON data', () => {
    const config = Buffer.concat([
      SOMEONE,
      Buffer.of(1),
      u32(2),
      Buffer.of(0, 1, 0),
      Buffer.concat([Buffer.of(5), u32(2), Buffer.of(0, 5), u32(2), Buffer.of(1, 2), Buffer.of(0, 0, 1)]),
      Buffer.of(0),
      Buffer.of(1),
    ]);
    const data = Buffer.from('{"a":18446744073709551615}');
    expect(externalOf({ type: 0, config, checks: [[4, 5]], data })).toMatchObject([
      {
        type: 'LifecycleHook',
        lifecycle_checks: { execute: ['CanListen', 'CanReject'] },
        adapter_config: {
          hooked_program: ADDRESS,
          extra_accounts: [
            { preconfigured_program: { is_signer: true, is_writable: false } },
            { custom_pda: { seeds: ['Collection', { bytes: [1, 2] }], custom_program_id: null } },
          ],
          data_authority: null,
          schema: 'Json',
        },
        data_len: data.length,
        data: { a: 18446744073709551615n },
      },
    ]);
  });

  it('returns MPL Core plugins of an unknown type, and plugins that do not decode, in base64', () => {
    const members = coreMembersOf(
      account(
        [
          { type: 77, config: Buffer.of(1, 2) },
          { type: 6, config: u32(4_000_000) },
        ],
        [{ type: 99, config: Buffer.of(3), checks: [[9, 1]], data: Buffer.from('x') }],
      ),
    );
    expect(members?.plugins).toEqual({});
    expect(members?.unknown_plugins).toMatchObject([
      { type: 77, data: Buffer.of(77, 1, 2).toString('base64') },
      { type: 6 },
    ]);
    expect(members?.unknown_external_plugins).toMatchObject([
      { type: 99, unknown_lifecycle_checks: [[9, ['CanListen']]], data: 'eA==' },
    ]);
  });

  it('returns the minted and current size of an MPL Core collection', () => {
    expect(coreMembersOf(account([], [], true))?.mpl_core_info).toEqual({
      num_minted: 9,
      current_size: 4,
      plugins_json_version: 1,
    });
  });
});

describe('the data of an external plugin', () => {
  it.each(['Binary', 'MsgPack'] as const)('returns %s data as base64', (schema) => {
    // The map {"a": 1} in MessagePack (github.com/msgpack/msgpack, spec.md).
    expect(pluginData(Buffer.of(0x81, 0xa1, 0x61, 0x01), schema)).toBe('gaFhAQ==');
  });

  it('returns plugin data that is valid JSON as a value, and any other text as a string', () => {
    expect(pluginData(Buffer.from('{"a":[1]}'), 'Json')).toEqual({ a: [1] });
    expect(pluginData(Buffer.from('hello'), 'Json')).toBe('hello');
    const deep = '['.repeat(100_000);
    expect(pluginData(Buffer.from(deep), 'Json')).toBe(deep);
  });
});
