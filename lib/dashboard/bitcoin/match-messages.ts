import { type AddressMatch, isProven, matchAddress } from '@/lib/bitcoin/address-match';

/** Message that a page shows after comparing an address with a key. */
export type MatchMessage = {
  /** Whether the key controls the address. */
  isProven: boolean;
  tone: 'good' | 'caution' | 'bad';
  result: string;
  why: string;
};

const FORM_NAMES: Record<string, string> = {
  p2pkh: 'legacy P2PKH',
  p2pkhUncompressed: 'legacy P2PKH of the uncompressed key',
  p2shP2wpkh: 'nested segwit (P2SH-P2WPKH)',
  p2wpkh: 'native segwit (P2WPKH)',
  p2tr: 'taproot (BIP-86)',
};

const WHY = {
  'script-hash': 'The address is the hash of a script, such as a multisig. No single key can prove it.',
  'taproot-tree': 'The address is a taproot output with a script tree, or belongs to a different key.',
  'untweaked-taproot': 'The address has this key without the tweak of BIP-86, which proves nothing.',
};

/**
 * Compares a key with input that may be an address, and returns the message to show. Never throws.
 * @param publicKey compressed, lower-case hex
 */
export function matchMessage(publicKey: string, address: string): MatchMessage {
  try {
    const match = matchAddress(publicKey, address);
    return { isProven: isProven(match), ...wordsOf(match) };
  } catch (thrown) {
    const why = thrown instanceof Error ? `${thrown.message}.` : 'It could not be read.';
    return { isProven: false, tone: 'bad', result: 'Not a Bitcoin address', why };
  }
}

function wordsOf(match: AddressMatch): Omit<MatchMessage, 'isProven'> {
  switch (match.result) {
    case 'belongs':
      return {
        tone: 'good',
        result: 'Belongs to this key',
        why: `It is the key’s ${FORM_NAMES[match.form]} address.`,
      };
    case 'other-network':
      return {
        tone: 'good',
        result: 'Belongs to this key, on a test network',
        why: `It is the key’s ${FORM_NAMES[match.form]} address there.`,
      };
    case 'foreign':
      return {
        tone: 'bad',
        result: 'Does not belong to this key',
        why: 'This address belongs to a different key.',
      };
    case 'unprovable':
      return { tone: 'caution', result: 'Cannot be proven by this key', why: WHY[match.why] };
  }
}
