import { createHash } from 'node:crypto';
import { base64 } from '@scure/base';
import { SigHash } from '@scure/btc-signer';
import { describe, expect, it } from 'vitest';
import { LEGACY_HEADERS, legacySignature, simpleSignature } from '@/lib/testing/bitcoin/made-signatures';
import { addressOf, type MadeForm, publicKeyOf } from '@/lib/testing/bitcoin/made-spends';
import { mutate, randomNumbers } from '@/lib/testing/measure';
import { parseBtcAddress } from '../address';
import { isProven, matchAddress } from '../address-match';
import vectors from '../vectors/signed-messages.json';
import { toSpendId } from './bip322-hash';
import { checkSignedMessage, MAX_MESSAGE_BYTES, MAX_SIGNATURE_CHARACTERS } from './signed-message';

const FORMS = ['p2pkh', 'p2pkhUncompressed', 'p2shP2wpkh', 'p2wpkh'] as const;
const NETWORKS = ['mainnet', 'testnet', 'regtest'] as const;
const privateKey = (i: number) => createHash('sha256').update(`signer ${i}`).digest();

/** Returns the reason why a signature is rejected; throws if it is accepted. */
function reasonOf(address: string, message: string, signature: string): string {
  try {
    const proof = checkSignedMessage(address, message, signature);
    throw new Error(`accepted: ${JSON.stringify({ proof, address, message, signature })}`);
  } catch (thrown) {
    const { name, reason } = thrown as { name: string; reason: string };
    if (!['SignatureRefusal', 'InvalidInputError'].includes(name)) throw thrown;
    return reason;
  }
}

describe('published vectors', () => {
  it.each(vectors.hashes)(
    'the BIP-322 to_spend hash of the message %j equals the published one',
    ({ message, toSpend }) => {
      const address = parseBtcAddress('bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l');
      const id = toSpendId(address, new TextEncoder().encode(message));
      expect(Buffer.from(id).reverse().toString('hex')).toBe(toSpend);
    },
  );
  it.each(vectors.valid)(
    'recovers the key of a valid signature from $source: $address',
    ({ address, message, signature, key }) => {
      const proof = checkSignedMessage(address, message, signature);
      expect(proof.kind === 'public-key' ? proof.publicKey : proof.outputKey).toBe(key);
      if (proof.kind === 'public-key') expect(isProven(matchAddress(key, address))).toBe(true);
      else expect(Buffer.from(parseBtcAddress(address).payload).toString('hex')).toBe(key);
    },
  );
  it.each(vectors.invalid)(
    'rejects a signature from $source with $reason: $address',
    ({ address, message, signature, reason }) => {
      expect(reasonOf(address, message, signature)).toBe(reason);
    },
  );
});

describe('signatures of other packages', () => {
  const messages = ['', 'Hello', 'é 测试 😄\nline two ', 'x'.repeat(252), 'y'.repeat(253), 'z'.repeat(4096)];
  const cases = messages.map((message, i) => ({
    message,
    key: privateKey(i),
    network: NETWORKS[i % 3] ?? 'mainnet',
  }));

  it.each(cases)(
    'verifies BIP-137 signatures by other packages for every address form: message %#',
    ({ message, key, network }) => {
      for (const form of FORMS) {
        const address = addressOf({ privateKey: key, form }, network);
        const headers = form.startsWith('p2pkh')
          ? [LEGACY_HEADERS[form]]
          : [LEGACY_HEADERS[form], LEGACY_HEADERS.p2pkh];
        for (const header of headers)
          for (const isHighS of [false, true])
            expect(
              checkSignedMessage(address, message, legacySignature(key, message, header, isHighS)),
            ).toEqual({ kind: 'public-key', publicKey: publicKeyOf(key), format: 'BIP-137' });
      }
    },
  );
  it.each(cases)(
    'verifies BIP-322 signatures by other packages for segwit addresses: message %#',
    ({ message, key, network }) => {
      for (const form of ['p2shP2wpkh', 'p2wpkh'] as const) {
        const spender = { privateKey: key, form };
        const signature = simpleSignature(spender, message, network);
        for (const written of [signature, `smp${signature}`, ` ${signature.replace(/.{60}/g, '$&\r\n')}\n`])
          expect(checkSignedMessage(addressOf(spender, network), message, written)).toEqual({
            kind: 'public-key',
            publicKey: publicKeyOf(key),
            format: 'BIP-322',
          });
      }
    },
  );
  it.each(cases)(
    'verifies BIP-322 signatures by other packages for a taproot address: message %#',
    ({ message, key, network }) => {
      const spender = { privateKey: key, form: 'p2tr' } as const;
      const address = addressOf(spender, network);
      const outputKey = Buffer.from(parseBtcAddress(address).payload).toString('hex');
      for (const hashType of [SigHash.DEFAULT, SigHash.ALL])
        expect(
          checkSignedMessage(address, message, simpleSignature(spender, message, network, hashType)),
        ).toEqual({ kind: 'output-key', outputKey, format: 'BIP-322' });
    },
  );
});

describe('verification of a signature', () => {
  const key = privateKey(100);
  const other = privateKey(101);
  const at = (form: MadeForm, privateKey = key) => addressOf({ privateKey, form });
  const simple = (form: MadeForm, privateKey = key) => simpleSignature({ privateKey, form }, 'm');

  it('rejects a signature of a different message or by a different key, with a reason that says which, if possible', () => {
    for (const form of FORMS) {
      const legacy = legacySignature(key, 'm', LEGACY_HEADERS[form]);
      expect(reasonOf(at(form), 'M', legacy)).toBe('other-message-or-key');
      expect(reasonOf(at(form, other), 'm', legacy)).toBe('other-message-or-key');
    }
    for (const form of ['p2shP2wpkh', 'p2wpkh'] as const) {
      expect(reasonOf(at(form), 'm ', simple(form))).toBe('other-message');
      expect(reasonOf(at(form, other), 'm', simple(form))).toBe('other-key');
    }
    expect(reasonOf(at('p2tr'), 'm\n', simple('p2tr'))).toBe('other-message-or-key');
    expect(reasonOf(at('p2tr', other), 'm', simple('p2tr'))).toBe('other-message-or-key');
  });
  it('rejects a signature whose format or header byte does not fit the type of the address', () => {
    expect(reasonOf(at('multisig'), 'm', simple('p2shP2wpkh'))).toBe('other-key');
    expect(reasonOf(at('p2tr'), 'm', legacySignature(key, 'm', 31))).toBe('unsupported-signature');
    expect(reasonOf(at('p2pkh'), 'm', simple('p2wpkh'))).toBe('unsupported-signature');
    expect(reasonOf(at('p2tr'), 'm', simple('p2wpkh'))).toBe('unsupported-signature');
    expect(reasonOf(at('p2wpkh'), 'm', simple('p2tr'))).toBe('unsupported-signature');
    expect(reasonOf(at('p2wpkh'), 'm', legacySignature(key, 'm', 35))).toBe('other-address-kind');
    expect(reasonOf(at('p2wpkh'), 'm', legacySignature(key, 'm', 27))).toBe('other-address-kind');
  });
  it('rejects a signature that cannot be decoded, with a reason that names the fault', () => {
    const bytes = base64.decode(legacySignature(key, 'm', 31));
    expect(reasonOf(at('p2pkh'), 'm', base64.encode(bytes.subarray(0, 64)))).toBe('wrong-length');
    expect(reasonOf(at('p2pkh'), 'm', base64.encode(bytes.fill(0xff, 1)))).toBe('not-a-signature');
    for (const header of [0, 26, 43, 255]) {
      bytes[0] = header;
      expect(reasonOf(at('p2pkh'), 'm', base64.encode(bytes))).toBe('unknown-header');
    }
    expect(reasonOf(at('p2pkh'), 'm', Buffer.from(bytes).toString('hex'))).toBe('not-base64');
  });
  it('rejects a message or signature that is too long, with a reason that names the limit', () => {
    const most = '😄'.repeat(MAX_MESSAGE_BYTES / 4);
    expect(checkSignedMessage(at('p2pkh'), most, legacySignature(key, most, 31))).toBeDefined();
    expect(reasonOf(at('p2pkh'), `${most}.`, legacySignature(key, 'm', 31))).toBe('message-too-long');
    expect(reasonOf(at('p2pkh'), 'x'.repeat(1e7), 'x')).toBe('message-too-long');
    expect(reasonOf(at('p2pkh'), '\ud83d', legacySignature(key, '\ufffd', 31))).toBe('message-not-unicode');
    const long = 'A'.repeat(MAX_SIGNATURE_CHARACTERS);
    expect(reasonOf(at('p2pkh'), 'm', long)).not.toBe('signature-too-long');
    expect(reasonOf(at('p2pkh'), 'm', `${long}A`)).toBe('signature-too-long');
  });
});

describe('altered signatures', () => {
  const random = randomNumbers(Number(process.env.FUZZ_SEED ?? 20261122));
  const text = 'Satchel: mauled';

  it('rejects 1,000 randomly altered signatures', () => {
    const signed = (['p2pkh', 'p2pkhUncompressed', 'p2shP2wpkh', 'p2wpkh', 'p2tr'] as const).map(
      (form, i) => {
        const spender = { privateKey: privateKey(i), form };
        const signature =
          form === 'p2pkh' || form === 'p2pkhUncompressed'
            ? legacySignature(spender.privateKey, text, LEGACY_HEADERS[form])
            : simpleSignature(spender, text);
        expect(checkSignedMessage(addressOf(spender), text, signature)).toBeDefined();
        return { address: addressOf(spender), signature };
      },
    );
    for (const { address, signature } of signed)
      for (let refused = 0; refused < 200; ) {
        const mauled = base64.encode(mutate(base64.decode(signature), random));
        if (mauled === signature) continue;
        reasonOf(address, text, mauled);
        refused++;
      }
  });
  it('rejects a signature if one bit of the message is flipped', () => {
    const key = privateKey(3);
    const signature = legacySignature(key, text, 31);
    for (let i = 0; i < text.length * 7; i++) {
      const bytes = Buffer.from(text);
      bytes[i % text.length] = (bytes[i % text.length] ?? 0) ^ (1 << Math.floor(i / text.length));
      reasonOf(addressOf({ privateKey: key, form: 'p2pkh' }), bytes.toString('latin1'), signature);
    }
  });
});
