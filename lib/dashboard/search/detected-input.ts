import type { ExplorerLink } from '@/lib/dashboard/chains';

/** Input that has a page on this dashboard. */
export type InternalPage = {
  ok: true;
  kind: 'solana-address' | 'sol-name' | 'btc-key' | 'btc-address' | 'evm-address' | 'x-only-key';
  label: string;
  value: string;
  href: string;
  /** The Solana network that the text names; undefined if it names none. */
  cluster?: number;
  /** The two keys that an x-only key can stand for. */
  candidates?: string[];
};

/** Input that is recognized but has no page here: an explanation and explorer links. */
export type ExternalPage = {
  ok: false;
  kind: 'elsewhere';
  label: string;
  message: string;
  links: readonly ExplorerLink[];
};

/** A private key or a recovery phrase, which is never repeated. `label` includes its article: "a recovery phrase". */
export type Secret = { ok: false; kind: 'secret'; label: string; message: string };

/** Mistyped or unrecognized text. */
export type InvalidInput = { ok: false; kind: 'wrong'; message: string };

/** Several possible interpretations of the text, or several things that it contains. The user chooses one. */
export type Choice = {
  ok: false;
  kind: 'choice';
  message: string;
  options: readonly (InternalPage | ExternalPage | Secret)[];
};

/** Result of recognizing the text in the search box. */
export type DetectedInput = InternalPage | ExternalPage | Secret | InvalidInput | Choice;

/** Network given in a pasted link or URI, by chain id. */
export type Network = { cluster?: number | undefined; evmChain?: number | undefined };

export const invalidInput = (message: string): InvalidInput => ({ ok: false, kind: 'wrong', message });

export const externalPage = (label: string, message: string, ...links: ExplorerLink[]): ExternalPage => ({
  ok: false,
  kind: 'elsewhere',
  label,
  message,
  links,
});

/** Creates the warning about a secret that has not left the device. */
export const secretOnDevice = (label: string): Secret => ({
  ok: false,
  kind: 'secret',
  label,
  message: `This is ${label}. It was not sent and is not stored: clear it here, and never paste it into a website`,
});

/** Returns the warning about a secret that has reached the server in a URL or form. */
export const exposedSecretMessage = (label: string) =>
  `This is ${label}, and it has reached this server, which neither keeps it nor writes it to its log. What it guards is no longer safe: move it to a new key`;
