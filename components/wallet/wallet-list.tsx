'use client';

import { type ReactNode, useRef } from 'react';
import { useKeptFocus } from '../ui/a11y/use-kept-focus';
import { Popover } from '../ui/menu';
import { WalletIcon } from './wallet-icon';

type Props = {
  /** Name of the group for screen readers, such as “Solana wallets”. */
  label: string;
  /** Text before the wallets, such as “Solana”; undefined if the context says which wallets these are. */
  caption?: string;
  wallets: readonly { name: string; icon?: unknown }[];
  /** Name of the wallet whose account was requested; undefined if no request is pending. */
  waitingFor: string | undefined;
  /** Why the last attempt failed; empty if it did not. */
  message: string;
  onConnect: (wallet: string) => void;
  onCancel: () => void;
  /** What to do if there are no wallets. With a caption, it is in the panel of a button instead of the wallets. */
  children: ReactNode;
};

/** One button for each wallet: a click connects it. Shows that a wallet is waiting for its owner, or why it failed. */
export function WalletList({
  label,
  caption,
  wallets,
  waitingFor,
  message,
  onConnect,
  onCancel,
  children,
}: Props) {
  const list = useRef<HTMLDivElement>(null);
  useKeptFocus(waitingFor, list);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need its own layout rules.
    <div ref={list} role="group" aria-label={label} tabIndex={-1} className="min-w-0 text-sm outline-none">
      {waitingFor !== undefined ? (
        <div className="flex flex-wrap items-center gap-2">
          <p>Waiting for {waitingFor}: allow the connection in its window. Nothing is signed.</p>
          <button type="button" className="control" onClick={onCancel}>
            Cancel
          </button>
        </div>
      ) : wallets.length === 0 && caption === undefined ? (
        children
      ) : wallets.length === 0 ? (
        <Popover
          panelClass="w-80"
          label={
            <>
              <WalletIcon icon={undefined} />
              Connect {caption} wallet
            </>
          }
        >
          <div className="p-2 text-sm">{children}</div>
        </Popover>
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          {caption !== undefined && <span className="text-muted">{caption}</span>}
          {wallets.map(({ name, icon }) => (
            <button key={name} type="button" className="control" onClick={() => onConnect(name)}>
              <WalletIcon icon={icon} />
              {name}
            </button>
          ))}
        </div>
      )}
      <p role="status" className="text-bad not-empty:mt-2">
        {message}
      </p>
    </div>
  );
}
