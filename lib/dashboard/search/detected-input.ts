import type { ExplorerLink } from '@/lib/dashboard/chains';

/** Something that has a page on this dashboard. */
export type InternalPage = {
  ok: true;
  kind: 'solana-address' | 'sol-name' | 'btc-key' | 'btc-address' | 'evm-address' | 'x-only-key';
  label: string;
  value: string;
  href: string;
  /** The two possible keys of an x-only key. */
  candidates?: string[];
};

/** Something known without a page here: an explanation and explorer links. */
export type ExternalPage = {
  ok: false;
  kind: 'elsewhere';
  label: string;
  message: string;
  links: readonly ExplorerLink[];
};

/** A private key or a recovery phrase; never repeats it. `label` with its article: "a recovery phrase". */
export type Secret = { ok: false; kind: 'secret'; label: string; message: string };

/** Mistyped or unknown text. */
export type InvalidInput = { ok: false; kind: 'wrong'; message: string };

/** Several things that the text is or contains, for the person to choose from. */
export type Choice = {
  ok: false;
  kind: 'choice';
  message: string;
  options: readonly (InternalPage | ExternalPage | Secret)[];
};

/** What the text in the search box is. */
export type DetectedInput = InternalPage | ExternalPage | Secret | InvalidInput | Choice;

/** Chain id of the network in a pasted link or URI. */
export type Network = { cluster?: number | undefined; evmChain?: number | undefined };

/** Recognizes text without spaces as one kind; linear, and bounded by the kind's maximum length. */
export type Detector = (text: string, network: Network) => DetectedInput | undefined;

export const invalidInput = (message: string): InvalidInput => ({ ok: false, kind: 'wrong', message });

export const externalPage = (label: string, message: string, ...links: ExplorerLink[]): ExternalPage => ({
  ok: false,
  kind: 'elsewhere',
  label,
  message,
  links,
});

/** The warning about a secret that has not left the device. */
export const secretOnDevice = (label: string): Secret => ({
  ok: false,
  kind: 'secret',
  label,
  message: `This is ${label}. It was not sent and is not stored: clear it here, and never paste it into a website`,
});

/** The warning about a secret that has reached the server in a URL or form. */
export const exposedSecretMessage = (label: string) =>
  `This is ${label}, and it has reached this server, which neither keeps it nor writes it to its log. What it guards is no longer safe: move it to a new key`;
