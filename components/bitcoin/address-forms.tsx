import type { BtcNetwork } from '@/lib/bitcoin/address';
import type { AddressMatch } from '@/lib/bitcoin/address-match';
import type { KeyAddresses } from '@/lib/bitcoin/addresses-of-key';
import { AddressText } from '../ui/address-text';
import { Qr } from './qr';

const FORMS: { form: keyof KeyAddresses; name: string; says: string }[] = [
  { form: 'p2wpkh', name: 'Native segwit', says: 'P2WPKH, BIP-84' },
  { form: 'p2tr', name: 'Taproot', says: 'P2TR, BIP-86' },
  { form: 'p2shP2wpkh', name: 'Nested segwit', says: 'P2SH-P2WPKH, BIP-49' },
  { form: 'p2pkh', name: 'Legacy', says: 'P2PKH of the compressed key' },
  { form: 'p2pkhUncompressed', name: 'Legacy, uncompressed', says: 'P2PKH of the 65-byte key' },
];

const NETWORK_NAMES: Record<BtcNetwork, string> = {
  mainnet: 'Mainnet',
  testnet: 'Testnet, signet',
  regtest: 'Regtest',
};

type Props = {
  addresses: KeyAddresses;
  network: BtcNetwork;
  hrefs: Record<BtcNetwork, string>;
};

/** All addresses that a key proves on one network, each with its QR code. */
export function AddressForms({ addresses, network, hrefs }: Props) {
  return (
    <>
      <nav aria-label="Bitcoin network" className="mb-3 flex flex-wrap gap-2">
        {(['mainnet', 'testnet', 'regtest'] as const).map((each) => (
          <a
            key={each}
            href={hrefs[each]}
            aria-current={each === network ? 'true' : undefined}
            className="control"
          >
            {NETWORK_NAMES[each]}
          </a>
        ))}
      </nav>
      <ul className="grid gap-3 md:grid-cols-2">
        {FORMS.map(({ form, name, says }) => (
          <li key={form} className="panel flex items-start gap-4 p-4">
            <Qr
              text={addresses[form]}
              title={`QR code of the ${name} address`}
              className="size-28 shrink-0"
            />
            <div className="min-w-0">
              <h3 className="font-medium text-sm">{name}</h3>
              <p className="text-muted text-xs">{says}</p>
              <p className="mt-2">
                <AddressText address={addresses[form]} what={`${name} address`} full />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

const FORM_NAMES: Record<string, string> = {
  p2pkh: 'legacy P2PKH',
  p2pkhUncompressed: 'legacy P2PKH of the uncompressed key',
  p2shP2wpkh: 'nested segwit (P2SH-P2WPKH)',
  p2wpkh: 'native segwit (P2WPKH)',
  p2tr: 'taproot (BIP-86)',
};

const WHY = {
  'script-hash': 'It is the hash of a script: no single key can prove it.',
  'taproot-tree': 'It is a taproot output with a script tree, or another key’s: this key cannot prove it.',
  'untweaked-taproot': 'It holds this key without the tweak of BIP-86, which proves nothing.',
};

/** Whether an address belongs to the key, in words. */
export function MatchVerdict({ address, match }: { address: string; match: AddressMatch | string }) {
  const [tone, verdict, why] = inWords(match);
  return (
    <div role="status" className="mt-3 rounded-md border border-line bg-raised px-4 py-3 text-sm">
      <p>
        <span className={`label label-${tone}`}>{verdict}</span>
      </p>
      <p className="mt-1.5 break-all font-mono text-xs">{address}</p>
      <p className="mt-1 text-muted">{why}</p>
    </div>
  );
}

function inWords(match: AddressMatch | string): [tone: string, verdict: string, why: string] {
  if (typeof match === 'string') return ['bad', 'Not a Bitcoin address', match];
  switch (match.verdict) {
    case 'belongs':
      return ['good', 'Belongs to this key', `Its ${FORM_NAMES[match.form]} address.`];
    case 'other-network':
      return [
        'good',
        'Belongs to this key, on a test network',
        `Its ${FORM_NAMES[match.form]} address on ${match.network}.`,
      ];
    case 'foreign':
      return ['bad', 'Does not belong to this key', 'It is another key’s, for certain.'];
    case 'unprovable':
      return ['caution', 'Cannot be proven by this key', WHY[match.why]];
  }
}
