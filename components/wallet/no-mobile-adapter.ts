// Replaces `@solana-mobile/wallet-adapter-mobile` in the bundle (`next.config.js`). The wallet adapter creates that
// adapter in Chrome on Android; it contains react-native, and it connects to a local WebSocket, which our
// Content-Security-Policy refuses.

export const SolanaMobileWalletAdapterWalletName = 'Mobile Wallet Adapter';

/** An adapter of a wallet that is never available. */
export class SolanaMobileWalletAdapter {
  readonly name = SolanaMobileWalletAdapterWalletName;
  readonly readyState = 'Unsupported';
  on(): void {}
  off(): void {}
}

const nothing = () => undefined;

export {
  nothing as createDefaultAddressSelector,
  nothing as createDefaultAuthorizationResultCache,
  nothing as createDefaultWalletNotFoundHandler,
};
