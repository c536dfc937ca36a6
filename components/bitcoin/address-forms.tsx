import type { BtcNetwork } from '@/lib/bitcoin/address';
import type { ProvenAddresses } from '@/lib/dashboard/bitcoin/key-proof';
import { AddressText } from '../ui/address-text';
import { Icon } from '../ui/icon';
import { Popover } from '../ui/menu';
import { Qr } from './qr';

/** The forms of address that belong to a key, with their names and explanations. */
export const ADDRESS_FORMS: { form: keyof ProvenAddresses; name: string; says: string }[] = [
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

/** The Bitcoin networks, in the order in which pages show them. */
const BTC_NETWORKS = ['mainnet', 'testnet', 'regtest'] as const;

/** All addresses that belong to a key, by network. Mainnet addresses have QR codes. */
export function AddressForms({ addresses }: { addresses: Record<BtcNetwork, ProvenAddresses> }) {
  return BTC_NETWORKS.map((network) => (
    <div key={network} className="mb-4 last:mb-0">
      <h3 className="mb-1 text-muted text-sm">{NETWORK_NAMES[network]}</h3>
      <ul className="divide-y divide-line border-line border-y">
        {ADDRESS_FORMS.map(({ form, name, says }) => (
          <li
            key={form}
            className="flex min-h-11 break-inside-avoid flex-wrap items-center gap-x-4 py-1 text-sm"
          >
            <span className="w-72 max-sm:w-full">
              {name} <span className="whitespace-nowrap text-muted text-xs">{says}</span>
            </span>
            <span className="min-w-0 flex-1">
              <AddressText address={addresses[network][form]} what={`${name} address`} full />
            </span>
            {network === 'mainnet' && (
              <QrButton
                text={addresses[network][form]}
                of={`the ${name} address`}
                note="On Bitcoin mainnet."
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  ));
}

/** A button that shows the QR code of an address. `note` names its chain and, if needed, repeats the warning. */
export function QrButton({ text, of, note }: { text: string; of: string; note: string }) {
  return (
    <Popover
      panelClass="w-52"
      label={
        <>
          <Icon name="qr" />
          QR<span className="sr-only"> code of {of}</span>
        </>
      }
    >
      <Qr text={text} title={`QR code of ${of}`} />
      <p className="px-1 pt-1.5 pb-0.5 text-center text-sm">{note}</p>
    </Popover>
  );
}
