import { describe, expect, it } from 'vitest';
import {
  decodeInlineMetadata,
  listExtensions,
  readMetadataPointer,
} from '@/lib/solana/accounts/token-extensions';
import { decodeTokenMetadata } from '@/lib/solana/accounts/token-metadata';
import { decodeTokenAccount } from '@/lib/solana/accounts/token-program';
import { metadataAddressOf } from '@/lib/solana/address/program-address';
import { solanaVectors } from '@/lib/testing/solana/solana-vectors';
import { decodeMint } from './accounts/token-program';

const unpadded = (value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '') : value;

describe('recorded on-chain accounts', () => {
  it.each(
    solanaVectors('token', 'token2022').map((v) => [`${v.account.pubkey} alt ${v.expected.alt}`, v] as const),
  )('decodes the recorded token account %s', (_, { account, bytes, expected }) => {
    const decoded = decodeTokenAccount(bytes);
    expect(
      decoded && {
        address: account.pubkey,
        mint: decoded.mint,
        owner: decoded.owner,
        amount: decoded.amount.toString(),
        delegate: decoded.delegate,
        delegatedAmount: decoded.delegatedAmount.toString(),
        isInitialized: decoded.state !== 'uninitialized',
        isFrozen: decoded.state === 'frozen',
        closeAuthority: decoded.closeAuthority,
      },
    ).toEqual(expected.decoded && { ...expected.decoded, isNative: undefined, rentExemptReserve: undefined });
  });

  it.each(
    solanaVectors('mint', 'mint2022').map((v) => [`${v.account.pubkey} alt ${v.expected.alt}`, v] as const),
  )('decodes the recorded mint %s', (_, { account, bytes, expected }) => {
    const decoded = decodeMint(bytes);
    expect({ address: account.pubkey, ...decoded, supply: decoded?.supply.toString() }).toEqual(
      expected.decoded,
    );
  });

  it.each(solanaVectors('metadata').map((v) => [`${v.account.pubkey} alt ${v.expected.alt}`, v] as const))(
    'decodes the recorded metadata %s',
    (_, { account, bytes, expected }) => {
      const decoded = decodeTokenMetadata(bytes);
      // `programmableConfig` is not decoded.
      const { collectionDetails, programmableConfig, creators, ...documented } = expected.decoded ?? {};
      const { collectionSize, ...others } = decoded ?? {};
      const size = (collectionDetails as { size: string } | null | undefined)?.size;
      expect(collectionSize?.toString()).toBe(size);
      expect(others).toEqual(
        Object.fromEntries(
          Object.entries({ key: 4, creators: creators ?? [], ...documented }).map(([key, value]) => [
            key,
            unpadded(value),
          ]),
        ),
      );
      expect(metadataAddressOf(decoded?.mint ?? '')).toBe(account.pubkey);
    },
  );

  it('decodes the recorded metadata of Pesky Penguins #8060 up to the corrupt tail', () => {
    const pesky = solanaVectors('metadata').find(({ expected }) => !expected.ok);
    const decoded = decodeTokenMetadata(pesky?.bytes ?? Buffer.alloc(0));
    expect(decoded).toMatchObject({
      name: 'Pesky Penguins #8060',
      symbol: 'NOOT',
      tokenStandard: null,
      collection: null,
    });
    expect(decoded?.creators).toHaveLength(3);
  });

  it.each(solanaVectors('mint2022').map((v) => [`${v.account.pubkey} alt ${v.expected.alt}`, v] as const))(
    'lists the extensions of the recorded mint %s',
    (_, { account, bytes }) => {
      const types = listExtensions(bytes).map(({ type }) => type);
      const inline = decodeInlineMetadata(bytes);
      expect(inline !== undefined).toBe(types.includes(19));
      if (inline !== undefined) {
        expect(inline.mint).toBe(account.pubkey);
        expect(inline.name).not.toBe('');
        expect(readMetadataPointer(bytes)).not.toBeNull();
      }
    },
  );
});

describe('decoders with damaged bytes', () => {
  it('returns undefined, or only the earlier fields, if a length in an account points past the end of the data', () => {
    const [{ bytes } = { bytes: Buffer.alloc(0) }] = solanaVectors('metadata');
    for (const at of [65, 65 + 4 + 32, 65 + 4 + 32 + 4 + 10]) {
      const broken = Buffer.from(bytes);
      broken.writeUInt32LE(0xffffffff, at);
      expect(decodeTokenMetadata(broken)).toBeUndefined();
    }
    const mint = solanaVectors('mint2022').find(({ bytes }) => decodeInlineMetadata(bytes) !== undefined);
    const overlong = Buffer.from(mint?.bytes ?? Buffer.alloc(0));
    const last = listExtensions(overlong).at(-1);
    overlong.writeUInt16LE(0xffff, (last?.start ?? 4) - 2);
    expect(listExtensions(overlong)).toHaveLength(listExtensions(mint?.bytes ?? Buffer.alloc(0)).length - 1);
  });

  it('does not decode a burned metadata account of one byte, or accounts of other types, as metadata', () => {
    expect(decodeTokenMetadata(Buffer.from([0]))).toBeUndefined();
    for (const { bytes } of solanaVectors('masterEdition', 'edition'))
      expect(decodeTokenMetadata(bytes)).toBeUndefined();
  });

  it('ignores the rest of a metadata account after an unknown token standard', () => {
    const vector = solanaVectors('metadata').find(({ expected }) => expected.decoded?.tokenStandard === 4);
    const bytes = Buffer.from(vector?.bytes ?? Buffer.alloc(0));
    const creators = bytes.readUInt32LE(322);
    const standardAt = 326 + creators * 34 + 2 + 2 + 1;
    expect(bytes[standardAt]).toBe(4);
    bytes[standardAt] = 6;
    expect(decodeTokenMetadata(bytes)).toMatchObject({ tokenStandard: null, collection: null, uses: null });
  });
});
