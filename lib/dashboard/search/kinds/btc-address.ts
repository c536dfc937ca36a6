import { type BtcAddressInfo, describeBtcAddress } from '@/lib/bitcoin/address';
import type { InvalidInputError } from '@/lib/errors';
import { type Detector, externalPage, invalidInput } from '../detected-input';

/** Length of the shortest segwit address: `bc1`, a version, two bytes and a checksum. */
const LEAST_CHARACTERS = 14;

const TYPE_NAMES: Record<BtcAddressInfo['type'], string> = {
  p2pkh: 'P2PKH',
  p2sh: 'P2SH',
  p2wpkh: 'P2WPKH',
  p2wsh: 'P2WSH',
  p2tr: 'P2TR',
  p2a: '',
  'future-witness': '',
};

/** Recognizes an address of any Bitcoin network by its checksum. */
export const btcAddress: Detector = (text) => {
  if (text.length < LEAST_CHARACTERS) return undefined;
  try {
    const { address, type, network, witnessVersion } = describeBtcAddress(text);
    if (type === 'future-witness')
      return invalidInput(`Unsupported: a Bitcoin address of witness version ${witnessVersion}`);
    if (type === 'p2a')
      return externalPage(
        'Pay-to-anchor address',
        'This address is pay-to-anchor (BIP 433): anyone can spend from it, so it belongs to nobody and has no account',
      );
    return {
      ok: true,
      kind: 'btc-address',
      label: `Bitcoin ${network === 'mainnet' ? '' : `${network} `}address (${TYPE_NAMES[type]})`,
      value: address,
      href: `/bitcoin/${address}`,
    };
  } catch (error) {
    const isBtc = /^(bc|tb|bcrt)1/i.test(text) || /^[13mn2][1-9A-HJ-NP-Za-km-z]{24,36}$/.test(text);
    return isBtc ? invalidInput((error as InvalidInputError).message) : undefined;
  }
};
