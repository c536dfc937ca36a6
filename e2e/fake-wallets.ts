import type { Page } from '@playwright/test';
import { SAMPLE_WALLET } from '@/lib/solana/sample-addresses';

/** An account of another chain, as wallets of several chains list it first. */
const SUI_ADDRESS = '0x02a212de6a9dfa3a69e22387acfbafbb1a9e591bd9d636e7895dcfc8de05f331';

export type FakeWallet = {
  name?: string;
  /** What the wallet does at each request for an account; the last one is repeated. */
  behavior?: readonly ('connect' | 'refuse' | 'hang' | 'no-account')[];
  /** Whether the wallet lists an account of Sui from the start. */
  listsSui?: boolean;
  /** Whether the wallet was allowed earlier, so that it connects without a window. */
  isAllowed?: boolean;
  address?: string;
};

/**
 * Adds a Wallet Standard wallet to every page. `window.fakeWallets[name]` has `calls` (the inputs of each request for
 * an account), `approve()` and `refuse()` for the first hanging request, and `switchTo(address)`. Signing changes the page's title to SIGNED.
 */
export async function addWallet(page: Page, wallet: FakeWallet = {}): Promise<void> {
  await page.addInitScript(
    ({ name, behavior, listsSui, isAllowed, address, sui }) => {
      const accountOf = (address: string, chain: string) => ({
        address,
        publicKey: new Uint8Array(32).fill(address.length),
        chains: [chain],
        features: ['solana:signTransaction'],
      });
      const other = listsSui ? [accountOf(sui, 'sui:mainnet')] : [];
      let accounts = [...other];
      const calls: unknown[] = [];
      const listeners = new Set<(change: object) => void>();
      let approve: () => void = () => undefined;
      let refuse: (error: Error) => void = () => undefined;
      const hanging = new Promise<void>((resolve, reject) => {
        approve = resolve;
        refuse = reject;
      });
      // A refusal without a request is not an error.
      hanging.catch(() => undefined);
      const refusal = () => Object.assign(new Error('User rejected the request.'), { code: 4001 });
      const allow = (to: string) => {
        accounts = [...other, accountOf(to, 'solana:mainnet')];
        for (const listener of listeners) listener({ accounts });
        return { accounts };
      };
      const signed = async () => {
        document.title = 'SIGNED';
        return [];
      };
      const versions = { version: '1.0.0', supportedTransactionVersions: ['legacy', 0] };
      const features = {
        'standard:connect': {
          version: '1.0.0',
          connect: async (input?: { silent?: boolean }) => {
            calls.push(input ?? {});
            if (input?.silent) return isAllowed ? allow(address) : { accounts };
            const does = behavior.length > 1 ? behavior.shift() : behavior[0];
            if (does === 'refuse') throw refusal();
            if (does === 'no-account') return { accounts };
            if (does === 'hang') await hanging;
            return allow(address);
          },
        },
        'standard:disconnect': {
          version: '1.0.0',
          disconnect: async () => {
            accounts = [...other];
            for (const listener of listeners) listener({ accounts });
          },
        },
        'standard:events': {
          version: '1.0.0',
          on: (_: string, listener: (change: object) => void) => {
            listeners.add(listener);
            return () => listeners.delete(listener);
          },
        },
        'solana:signTransaction': { ...versions, signTransaction: signed },
        'solana:signAndSendTransaction': { ...versions, signAndSendTransaction: signed },
      };
      const chains = ['solana:mainnet', 'solana:devnet', ...(listsSui ? ['sui:mainnet'] : [])];
      const wallet = {
        version: '1.0.0',
        name,
        icon: 'data:image/png;base64,iVBORw0KGgo=',
        chains,
        features,
        get accounts() {
          return accounts;
        },
      };
      const announce = ({ register }: { register: (wallet: object) => void }) => register(wallet);
      addEventListener('wallet-standard:app-ready', (event) => announce((event as CustomEvent).detail));
      dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: announce }));
      const all = window as unknown as { fakeWallets?: Record<string, object> };
      all.fakeWallets ??= {};
      all.fakeWallets[name] = {
        calls,
        approve,
        refuse: () => refuse(refusal()),
        switchTo: allow,
      };
    },
    {
      name: wallet.name ?? 'Stub Wallet',
      behavior: [...(wallet.behavior ?? ['connect' as const])],
      listsSui: wallet.listsSui ?? false,
      isAllowed: wallet.isAllowed ?? false,
      address: wallet.address ?? SAMPLE_WALLET,
      sui: SUI_ADDRESS,
    },
  );
}

/** Adds what broken extensions announce to every page: `undefined` values and fields of the wrong type. */
export async function addBrokenWallets(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const connect = async () => {
      throw new Error('not implemented');
    };
    const features = {
      'standard:connect': { version: '1.0.0', connect },
      'standard:events': { version: '1.0.0', on: () => () => undefined },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: [0],
        signTransaction: connect,
      },
    };
    const wallet = { version: '1.0.0', icon: 5, chains: ['solana:mainnet'], accounts: [], features };
    const broken = [
      {
        ...wallet,
        name: undefined,
        features: { ...features, 'bitcoin:connect': { version: '1.0.0', connect } },
      },
      { ...wallet, name: 'Broken 1', chains: null },
      { ...wallet, name: 'Broken 2', chains: [null] },
      { ...wallet, name: 'Broken 3', accounts: [null] },
      { ...wallet, name: 'Broken 4', accounts: null },
    ];
    addEventListener('wallet-standard:app-ready', (event) =>
      (event as CustomEvent).detail.register(...broken),
    );
  });
}

/** Adds a wallet whose features are missing, which the wallet adapter can't list. */
export async function addWalletWithoutFeatures(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const broken = { version: '1.0.0', name: 'Broken', chains: [], accounts: [], features: null };
    addEventListener('wallet-standard:app-ready', (event) => (event as CustomEvent).detail.register(broken));
  });
}

type Fake = { calls: object[]; approve: () => void; refuse: () => void; switchTo: (address: string) => void };
type Fakes = { fakeWallets: Record<string, Fake> };

/** Returns the inputs of the requests for an account on this page. */
export const callsOf = (page: Page, name = 'Stub Wallet') =>
  page.evaluate((key) => (window as unknown as Fakes).fakeWallets[key]?.calls, name);

/** Allows a hanging request. */
export const approve = (page: Page, name = 'Stub Wallet') =>
  page.evaluate((key) => (window as unknown as Fakes).fakeWallets[key]?.approve(), name);

/** Refuses a hanging request, and waits until the page has processed that. */
export const refuse = (page: Page, name = 'Stub Wallet') =>
  page.evaluate(async (key) => {
    (window as unknown as Fakes).fakeWallets[key]?.refuse();
    await new Promise((resolve) => setTimeout(resolve));
  }, name);

/** Switches a wallet to another account, as its owner does in the wallet. */
export const switchTo = (page: Page, address: string, name = 'Stub Wallet') =>
  page.evaluate(
    ([key = '', to = '']) => (window as unknown as Fakes).fakeWallets[key]?.switchTo(to),
    [name, address],
  );
