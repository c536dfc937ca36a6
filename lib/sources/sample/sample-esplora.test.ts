import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  SAMPLE_SPENT_ADDRESS,
  SAMPLE_SPENT_KEY,
  SAMPLE_TAPROOT_ADDRESS,
  SAMPLE_UNSPENT_ADDRESS,
} from '@/lib/bitcoin/spends/sample-addresses';
import { scopeOf } from '@/lib/promises/request-scope';
import { esploraBitcoinSource } from '@/lib/sources/bitcoin/esplora';
import { type MadeForm, madeSpend, publicKeyOf, spentAddressOf } from '@/lib/testing/bitcoin/made-spends';
import { sampleEsploraServer } from './sample-esplora';

const spender = (name: string, form: MadeForm) => ({
  privateKey: createHash('sha256').update(`satchel sample bitcoin ${name}`).digest(),
  form,
});

describe('the sample network of Bitcoin', () => {
  it('the sample Bitcoin network has a spent, an unspent and a taproot address, each derived from a deterministic key', () => {
    expect(spentAddressOf(spender('spent', 'p2wpkh'), 'regtest')).toBe(SAMPLE_SPENT_ADDRESS);
    expect(publicKeyOf(spender('spent', 'p2wpkh').privateKey)).toBe(SAMPLE_SPENT_KEY);
    expect(spentAddressOf(spender('unspent', 'p2wpkh'), 'regtest')).toBe(SAMPLE_UNSPENT_ADDRESS);
    expect(spentAddressOf(spender('taproot', 'p2tr'), 'regtest')).toBe(SAMPLE_TAPROOT_ADDRESS);
  });

  it('the sample Bitcoin network reveals a key only in the transaction that its owner signed', async () => {
    const scope = scopeOf(new AbortController().signal);
    const page = await sampleEsploraServer.readPage(SAMPLE_SPENT_ADDRESS, undefined, scope);
    expect(madeSpend([spender('spent', 'p2wpkh')], 'regtest')).toMatchObject(page[0] ?? {});
    const source = esploraBitcoinSource({
      mainnet: [],
      testnet: [],
      signet: [],
      regtest: [sampleEsploraServer],
    });
    expect(await source.findKey(SAMPLE_SPENT_ADDRESS, scope)).toEqual({
      publicKey: SAMPLE_SPENT_KEY,
      txid: page[0]?.txid,
      server: 'the sample network',
    });
    for (const address of [SAMPLE_UNSPENT_ADDRESS, SAMPLE_TAPROOT_ADDRESS])
      expect(await source.findKey(address, scope)).toBeUndefined();
  });
});
