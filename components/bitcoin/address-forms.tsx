import Link from 'next/link';
import type { BtcNetwork } from '@/lib/bitcoin/address';
import type { ProvenAddresses } from '@/lib/dashboard/bitcoin/key-proof';
import { AddressText } from '../ui/address-text';
import { Unbroken } from './account/unbroken';
import { Qr } from './qr';

/** The forms of address that a key proves, as pages name them. */
export const ADDRESS_FORMS: { form: keyof ProvenAddresses; name: string; says: string }[] = [
  { form: 'p2wpkh', name: 'Native segwit', says: 'P2WPKH, BIP-84' },
  { form: 'p2tr', name: 'Taproot', says: 'P2TR, BIP-86' },
  { form: 'p2shP2wpkh', name: 'Nested segwit', says: 'P2SH-P2WPKH, BIP-49' },
  { form: 'p2pkh', name: 'Legacy', says: 'P2PKH of the compressed key' },
  { form: 'p2pkhUncompressed', name: 'Legacy, uncompressed', says: 'P2PKH of the 65-byte key' },
];

export const NETWORK_NAMES: Record<BtcNetwork, string> = {
  mainnet: 'Mainnet',
  testnet: 'Testnet, signet',
  regtest: 'Regtest',
};

/** In the order in which pages show them. */
export const BTC_NETWORKS = ['mainnet', 'testnet', 'regtest'] as const;

type Props = {
  addresses: Record<BtcNetwork, ProvenAddresses>;
  network: BtcNetwork;
  hrefs: Record<BtcNetwork, string>;
};

/** All addresses that a key proves on one network, each with its QR code. */
export function AddressForms({ addresses, network, hrefs }: Props) {
  return (
    <>
      <nav aria-label="Bitcoin network" className="mb-3 flex flex-wrap gap-2 print:hidden">
        {BTC_NETWORKS.map((each) => (
          <Link
            key={each}
            prefetch={false}
            scroll={false}
            href={hrefs[each]}
            aria-current={each === network ? 'true' : undefined}
            className="control"
          >
            {NETWORK_NAMES[each]}
          </Link>
        ))}
      </nav>
      <p className="mb-2 hidden font-medium text-sm print:block">{NETWORK_NAMES[network]}</p>
      <ul className="grid gap-3 md:grid-cols-2 print:grid-cols-1">
        {ADDRESS_FORMS.map(({ form, name, says }) => (
          <li key={form} className="panel flex break-inside-avoid items-start gap-4 p-4">
            <Qr
              text={addresses[network][form]}
              title={`QR code of the ${name} address`}
              className="size-28 shrink-0"
            />
            <div className="min-w-0">
              <h3 className="font-medium text-sm">{name}</h3>
              <p className="text-muted text-xs">
                <Unbroken text={says} />
              </p>
              <p className="mt-2">
                <AddressText address={addresses[network][form]} what={`${name} address`} full />
              </p>
            </div>
          </li>
        ))}
      </ul>
      <AddressesOnPaper addresses={addresses} shown={network} />
    </>
  );
}

/** All forms on the other networks: on paper nothing can be switched. */
function AddressesOnPaper({ addresses, shown }: Pick<Props, 'addresses'> & { shown: BtcNetwork }) {
  return (
    <div className="mt-3 hidden text-xs print:block">
      {BTC_NETWORKS.filter((network) => network !== shown).map((network) => (
        <div key={network} className="mt-2 break-inside-avoid">
          <p className="font-medium">{NETWORK_NAMES[network]}</p>
          <ul>
            {ADDRESS_FORMS.map(({ form, name }) => (
              <li key={form} className="break-all">
                {name}: <span className="font-mono">{addresses[network][form]}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
