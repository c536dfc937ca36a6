'use client';

import { isXOnlyKey, type WalletPair, walletMessage } from '@/lib/dashboard/bitcoin/wallet-pairs';
import { type BitcoinView, bitcoinHref } from '@/lib/dashboard/bitcoin-view';
import { shorten } from '@/lib/dashboard/format';
import { useOpenLookUp } from '../search/use-open-look-up';
import { type BtcWallet, readPairs, useBtcWallets } from './btc-wallets';
import { createSharedValue } from './shared-value';
import { WalletList } from './wallet-list';

type Props = {
  /** View of the key's page. By default, the key is compared with the wallet's address. */
  view?: BitcoinView;
  defaultChain: number;
  /** Called with a full key before its page opens. A field would ask what an x-only key is. */
  onKey?: (publicKey: string) => void;
};

/** The Bitcoin wallets of this browser. A click on one reads its keys, without signing, and opens the page of the first. */
export function BitcoinWallets({ view, defaultChain, onKey }: Props) {
  const openLookUp = useOpenLookUp();
  const wallets = useBtcWallets();
  const { waitingFor, wallet, pairs, message } = useBitcoinConnection();
  const connect = async (name: string) => {
    const chosen = wallets.find((each) => each.name === name);
    const pair = chosen && (await connectBitcoinWallet(chosen));
    if (pair) open(pair);
  };
  const open = ({ publicKey, address }: WalletPair) => {
    if (!isXOnlyKey(publicKey)) onKey?.(publicKey);
    const href = bitcoinHref(publicKey, { ...view, match: view?.match || address }, defaultChain);
    openLookUp({ href, label: 'Bitcoin public key', value: publicKey });
  };
  return (
    <div className="grid gap-2">
      <WalletList
        label="Bitcoin wallets"
        caption="Bitcoin"
        wallets={wallets}
        waitingFor={waitingFor}
        message={message}
        onConnect={(name) => void connect(name)}
        onCancel={cancelBitcoinConnection}
      >
        No Bitcoin wallet was found in this browser. UniSat, OKX, Xverse, Leather, Phantom and every wallet
        that follows the Wallet Standard appear here once they are installed; on a phone, open this page in
        the wallet’s own browser. Without one, paste the key.
      </WalletList>
      {wallet !== undefined && (
        <div className="flex flex-wrap items-center gap-2 text-sm">
          <p>From {wallet}:</p>
          {pairs.map((pair) => (
            <button
              key={`${pair.publicKey} ${pair.address}`}
              type="button"
              className="control"
              onClick={() => open(pair)}
            >
              {shorten(pair.address, 8, 6)}
              {isXOnlyKey(pair.publicKey) ? ' (x-only key)' : ''}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** What a Bitcoin wallet of this browser gave to this page. It is kept until the page is reloaded. */
type BitcoinConnection = {
  /** Name of the wallet whose keys were requested. */
  waitingFor: string | undefined;
  wallet: string | undefined;
  pairs: readonly WalletPair[];
  /** Why the last attempt failed, or a note about its result; empty if it succeeded without one. */
  message: string;
};

const NONE: BitcoinConnection = { waitingFor: undefined, wallet: undefined, pairs: [], message: '' };

const connection = createSharedValue(NONE);
let attempt = 0;
let stopListening: (() => void) | undefined;

/** Returns the connection, and updates when it changes. */
const useBitcoinConnection = connection.useValue;

const isMainnet = (network: string | undefined) =>
  network === undefined || /^(bitcoin_)?mainnet$/i.test(network);

/** Asks a wallet for its keys. Returns the first one; undefined if it refused or the attempt was canceled. */
async function connectBitcoinWallet(wallet: BtcWallet): Promise<WalletPair | undefined> {
  const { name } = wallet;
  const own = ++attempt;
  stopListening?.();
  connection.write({ ...NONE, waitingFor: name });
  const answer = await readPairs(wallet);
  // A response to a canceled attempt is ignored.
  if (own !== attempt) return undefined;
  if (!answer.ok) {
    connection.write({ ...NONE, message: walletMessage(name, answer.fault) });
    return undefined;
  }
  const { pairs, network } = answer;
  const message = isMainnet(network)
    ? ''
    : `${name} is not on Bitcoin mainnet (${network}). Its key is the same there, its addresses are not.`;
  connection.write({ waitingFor: undefined, wallet: name, pairs, message });
  stopListening = wallet.onSwitch?.(() =>
    connection.write({
      ...connection.read(),
      message: `${name} switched to another account or network. Connect it again to use it.`,
    }),
  );
  return pairs[0];
}

/** Cancels an attempt to connect. */
function cancelBitcoinConnection(): void {
  attempt++;
  connection.write(NONE);
}
