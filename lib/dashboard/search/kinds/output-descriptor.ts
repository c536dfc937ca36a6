import { type Detector, externalPage } from '../detected-input';

const DESCRIPTOR = /^(pkh|wpkh|sh|wsh|tr|rawtr|pk|combo|multi|sortedmulti)\(/;

/** Recognizes an output descriptor (BIP-380). */
export const outputDescriptor: Detector = (text) =>
  DESCRIPTOR.test(text)
    ? externalPage(
        'Output descriptor',
        'An output descriptor can show every address of a wallet, so it is never sent from here: paste one public key or address of it',
      )
    : undefined;
