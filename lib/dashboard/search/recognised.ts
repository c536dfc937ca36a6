import type { ExplorerLink } from '@/lib/dashboard/chains';

/** Something with a page here. */
export type Place = {
  ok: true;
  kind: 'solana-address' | 'sol-name' | 'btc-key' | 'btc-address' | 'evm-address' | 'x-only-key';
  label: string;
  value: string;
  href: string;
  /** The two keys that an x-only key may stand for. */
  candidates?: string[];
};

/** Something known that has no page here: a sentence, and where it can be looked at. */
export type Elsewhere = {
  ok: false;
  kind: 'elsewhere';
  label: string;
  message: string;
  links: readonly ExplorerLink[];
};

/** A private key or a recovery phrase; never repeats it. `label` with its article: "a recovery phrase". */
export type Secret = { ok: false; kind: 'secret'; label: string; message: string };

/** Something damaged, or nothing known. */
export type Wrong = { ok: false; kind: 'wrong'; message: string };

/** Several things that the text may be or holds, for a person to choose from. */
export type Choice = {
  ok: false;
  kind: 'choice';
  message: string;
  options: readonly (Place | Elsewhere | Secret)[];
};

/** What a text in the search box is. */
export type Recognised = Place | Elsewhere | Secret | Wrong | Choice;

/** The network that a pasted link or URI names, by chain id. */
export type Network = { cluster?: number | undefined; evmChain?: number | undefined };

/** Tells whether a text without spaces is of one kind; linear, and bounded by what the kind may be long. */
export type Kind = (text: string, network: Network) => Recognised | undefined;

export const wrong = (message: string): Wrong => ({ ok: false, kind: 'wrong', message });

export const elsewhere = (label: string, message: string, ...links: ExplorerLink[]): Elsewhere => ({
  ok: false,
  kind: 'elsewhere',
  label,
  message,
  links,
});

/** The warning of a secret, as it is true where the text has not left the device. */
export const secretOnDevice = (label: string): Secret => ({
  ok: false,
  kind: 'secret',
  label,
  message: `This is ${label}. It was not sent and is not stored: clear it here, and never paste it into a website`,
});

/** The warning of a secret that came in an address or a form: it is no longer the sender's alone. */
export const secretSeen = (label: string) =>
  `This is ${label}, and it has reached this server, which neither keeps it nor writes it to its log. What it guards is no longer safe: move it to a new key`;
