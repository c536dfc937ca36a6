import { type Detector, externalPage } from '../detected-input';

const XPUB = /^[xyztuvYZUV]pub[1-9A-HJ-NP-Za-km-z]{70,120}$/;

/** Recognizes an extended public key (BIP-32, SLIP-132). It reveals a whole wallet, so it never leaves the device. */
export const extendedKey: Detector = (text) =>
  text.length <= 124 && XPUB.test(text)
    ? externalPage(
        'Extended public key',
        `An extended public key (${text.slice(0, 4)}) shows every address of a wallet, so it is never sent from here: paste one public key or address of it`,
      )
    : undefined;
