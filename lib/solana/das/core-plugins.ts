import { parseExactJson } from '@/lib/json/exact-parse';
import { MAX_DEPTH, measureJson } from '@/lib/json/measure-json';
import { asBuffer, attempt, BorshReader } from '@/lib/solana/accounts/account-bytes';
import { type CoreHead, decodeCoreHead, pluginRegistry } from '@/lib/solana/accounts/core-account';

// Decodes the plugins of MPL Core accounts into the DAS format. Layouts: mpl-core, `programs/mpl-core/src/plugins`.

type Json = Record<string, unknown>;
type Read = (reader: BorshReader) => unknown;

/** The members of a DAS asset that describe its MPL Core account. */
export type CoreMembers = {
  plugins: Json;
  external_plugins: Json[];
  /** Plugins that have an unknown type or do not decode, in base64. */
  unknown_plugins?: Json[];
  /** External plugins that have an unknown type or do not decode, in base64. */
  unknown_external_plugins?: Json[];
  mpl_core_info: { num_minted?: number; current_size?: number; plugins_json_version: 1 };
};

/** Minimum size of a record in the registry of plugins, in bytes. */
const RECORD_BYTES = 10;
/** Minimum size of a record in the registry of external plugins, in bytes. */
const EXTERNAL_RECORD_BYTES = 13;

const address: Read = (reader) => reader.address();
const text: Read = (reader) => reader.text();
const bool: Read = (reader) => reader.bool();
const uint32: Read = (reader) => reader.uint32();

const struct =
  (fields: Record<string, Read>): Read =>
  (reader) =>
    Object.fromEntries(Object.entries(fields).map(([name, read]) => [name, read(reader)]));

/** Creates a reader for a list whose elements have at least `bytes` bytes. */
const list =
  <T>(read: (reader: BorshReader) => T, bytes: number) =>
  (reader: BorshReader): T[] =>
    Array.from({ length: reader.count(bytes) }, () => read(reader));

const option =
  <T>(read: (reader: BorshReader) => T) =>
  (reader: BorshReader): T | null =>
    reader.bool() ? read(reader) : null;

/** Creates a reader for an enum. A variant is decoded to its name or, if it has a value, to `{ name: value }`. */
const variant =
  (...variants: (string | [name: string, read: Read])[]): Read =>
  (reader) => {
    const chosen = variants[reader.uint8()];
    if (chosen === undefined) throw new RangeError('Unknown variant');
    return typeof chosen === 'string' ? chosen : { [chosen[0]]: chosen[1](reader) };
  };

const authority: Read = (reader) => {
  const type = ['None', 'Owner', 'UpdateAuthority', 'Address'][reader.uint8()];
  if (type === undefined) throw new RangeError('Unknown authority');
  return { type, address: type === 'Address' ? reader.address() : null };
};

const EMPTY = struct({});
const FROZEN = struct({ frozen: bool });

/** Plugins, indexed by number (`PluginType`). */
const PLUGINS: readonly [name: string, read: Read][] = [
  [
    'royalties',
    struct({
      basis_points: (reader) => reader.uint16(),
      creators: list(struct({ address, percentage: (reader) => reader.uint8() }), 33),
      rule_set: variant(
        'None',
        ['program_allow_list', list(address, 32)],
        ['program_deny_list', list(address, 32)],
      ),
    }),
  ],
  ['freeze_delegate', FROZEN],
  ['burn_delegate', EMPTY],
  ['transfer_delegate', EMPTY],
  ['update_delegate', struct({ additional_delegates: list(address, 32) })],
  ['permanent_freeze_delegate', FROZEN],
  ['attributes', struct({ attribute_list: list(struct({ key: text, value: text }), 8) })],
  ['permanent_transfer_delegate', EMPTY],
  ['permanent_burn_delegate', EMPTY],
  ['edition', struct({ number: uint32 })],
  ['master_edition', struct({ max_supply: option(uint32), name: option(text), uri: option(text) })],
  ['add_blocker', EMPTY],
  ['immutable_metadata', EMPTY],
  ['verified_creators', struct({ signatures: list(struct({ address, verified: bool }), 33) })],
  ['autograph', struct({ signatures: list(struct({ address, message: text }), 36) })],
  ['bubblegum_v2', EMPTY],
  ['freeze_execute', FROZEN],
  ['permanent_freeze_execute', FROZEN],
  ['groups', struct({ groups: list(address, 32) })],
];

const schema = variant('Binary', 'Json', 'MsgPack');
const accountFlags = { is_signer: bool, is_writable: bool };
const seed = variant(
  'Collection',
  'Owner',
  'Recipient',
  'Asset',
  ['address', address],
  ['bytes', list((reader) => reader.uint8(), 1)],
);
const extraAccount = variant(
  ['preconfigured_program', struct(accountFlags)],
  ['preconfigured_collection', struct(accountFlags)],
  ['preconfigured_owner', struct(accountFlags)],
  ['preconfigured_recipient', struct(accountFlags)],
  ['preconfigured_asset', struct(accountFlags)],
  ['custom_pda', struct({ seeds: list(seed, 1), custom_program_id: option(address), ...accountFlags })],
  ['address', struct({ address, ...accountFlags })],
);
const lifecycleHook = struct({
  hooked_program: address,
  extra_accounts: option(list(extraAccount, 3)),
  data_authority: option(authority),
  schema,
});
const appData = struct({ data_authority: authority, schema });

/** External plugins, indexed by number (`ExternalPluginAdapterType`). */
const EXTERNAL_PLUGINS: readonly [type: string, read: Read][] = [
  ['LifecycleHook', lifecycleHook],
  [
    'Oracle',
    struct({
      base_address: address,
      base_address_config: option(extraAccount),
      results_offset: variant('NoOffset', 'Anchor', ['custom', (reader) => reader.uint64()]),
    }),
  ],
  ['AppData', appData],
  ['LinkedLifecycleHook', lifecycleHook],
  ['LinkedAppData', appData],
  [
    'DataSection',
    struct({
      parent_key: variant(['linked_lifecycle_hook', address], ['linked_app_data', authority]),
      schema,
    }),
  ],
  ['AgentIdentity', struct({ uri: text })],
];

const EVENTS = ['create', 'transfer', 'burn', 'update', 'execute'];
const CHECKS = ['CanListen', 'CanApprove', 'CanReject'];

const checksOf = (flags: number) => CHECKS.filter((_, bit) => flags & (1 << bit));
const optionalChecks = option(list((reader) => [reader.uint8(), checksOf(reader.uint32())] as const, 5));
const optionalOffset = option((reader) => reader.offset());

/** Reads a record of one of the two plugin registries. Only external plugins have checks and data. */
const readRecord = (reader: BorshReader, isExternal: boolean) => ({
  isExternal,
  type: reader.uint8(),
  authority: authority(reader),
  checks: isExternal ? (optionalChecks(reader) ?? []) : [],
  offset: reader.offset(),
  dataOffset: isExternal ? optionalOffset(reader) : null,
  dataLength: isExternal ? optionalOffset(reader) : null,
});
type PluginRecord = ReturnType<typeof readRecord>;

/**
 * Decodes the plugins of an MPL Core asset or collection into the DAS format.
 * @returns undefined if the account is neither an asset nor a collection, or its plugin registry is malformed
 */
export function coreMembersOf(bytes: Uint8Array): CoreMembers | undefined {
  const head = decodeCoreHead(bytes);
  return head && attempt(() => readMembers(asBuffer(bytes), head));
}

/** @throws RangeError if the registry of plugins is malformed */
function readMembers(buffer: Buffer, { owner, end: headEnd }: CoreHead): CoreMembers {
  const members: CoreMembers = {
    plugins: {},
    external_plugins: [],
    mpl_core_info: { plugins_json_version: 1 },
  };
  const reader = new BorshReader(buffer, headEnd);
  if (owner !== null) option((each) => each.uint64())(reader);
  else {
    members.mpl_core_info.num_minted = reader.uint32();
    members.mpl_core_info.current_size = reader.uint32();
  }
  const registry = pluginRegistry(buffer, reader.at);
  if (registry === undefined) return members;
  const registryAt = registry.at - 1;
  const records = readRegistry(registry);
  for (const [index, record] of records.entries()) {
    const end = record.dataOffset ?? records[index + 1]?.offset ?? registryAt;
    addPlugin(members, record, index, buffer, end);
  }
  return members;
}

/** Reads the records of both registries, in the order of their offsets. */
function readRegistry(reader: BorshReader): PluginRecord[] {
  const records = [
    ...list((each) => readRecord(each, false), RECORD_BYTES)(reader),
    ...list((each) => readRecord(each, true), EXTERNAL_RECORD_BYTES)(reader),
  ];
  return records.sort((a, b) => a.offset - b.offset);
}

function addPlugin(members: CoreMembers, record: PluginRecord, index: number, buffer: Buffer, end: number) {
  const { isExternal, type, offset, checks } = record;
  const place = { index, offset, authority: record.authority };
  const [name, read] = (isExternal ? EXTERNAL_PLUGINS : PLUGINS)[type] ?? [];
  // Skip the first byte, which repeats the plugin's type.
  const config = read && attempt(() => read(new BorshReader(buffer.subarray(0, end), offset + 1)));
  const raw = () => buffer.toString('base64', offset, end);
  if (!isExternal) {
    if (name !== undefined && config !== undefined) members.plugins[name] = { ...place, data: config };
    else {
      members.unknown_plugins ??= [];
      members.unknown_plugins.push({ ...place, type, data: raw() });
    }
    return;
  }
  const common: Json = { ...place };
  const known = checks.filter(([event, results]) => event < EVENTS.length && results.length > 0);
  const unknown = checks.filter(([event]) => event >= EVENTS.length);
  if (known.length > 0)
    common.lifecycle_checks = Object.fromEntries(known.map(([event, results]) => [EVENTS[event], results]));
  if (unknown.length > 0) common.unknown_lifecycle_checks = unknown;
  const data = dataOf(record, (config as { schema?: AdapterSchema } | undefined)?.schema, buffer);
  if (name !== undefined && config !== undefined)
    members.external_plugins.push({ ...common, type: name, adapter_config: config, ...data });
  else {
    members.unknown_external_plugins ??= [];
    members.unknown_external_plugins.push({ ...common, type, unknown_adapter_config: raw(), ...data });
  }
}

/**
 * Decodes the data of an external plugin.
 * @throws RangeError if the data extends past the end of the account
 */
function dataOf(
  { dataOffset, dataLength }: PluginRecord,
  as: AdapterSchema | undefined,
  buffer: Buffer,
): Json {
  if (dataOffset == null || dataLength == null) return {};
  if (dataOffset + dataLength > buffer.length)
    throw new RangeError('The data extends past the end of the account');
  const bytes = buffer.subarray(dataOffset, dataOffset + dataLength);
  return { data_offset: dataOffset, data_len: dataLength, data: pluginData(bytes, as ?? 'Binary') };
}

/** Encoding that an external MPL Core plugin declares for its data. */
type AdapterSchema = 'Binary' | 'Json' | 'MsgPack';

/** Maximum number of JSON tokens to decode. The data of a 10 MB account could contain millions. */
const MAX_VALUES = 65_536;

/**
 * Decodes the data of an external plugin. JSON becomes a value, or a string if it is invalid or too large. Anything else
 * becomes base64.
 */
export function pluginData(bytes: Buffer, schema: AdapterSchema): unknown {
  if (schema === 'Json') {
    const text = bytes.toString('utf8');
    const { tokens, depth } = measureJson(text, MAX_VALUES);
    if (tokens > MAX_VALUES || depth > MAX_DEPTH) return text;
    try {
      return parseExactJson(text);
    } catch {
      return text;
    }
  }
  return bytes.toString('base64');
}
