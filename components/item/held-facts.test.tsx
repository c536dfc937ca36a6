import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { editionAddressOf } from '@/lib/solana/address/program-address';
import type { ExtendedNft } from '@/lib/solana/holdings';
import { MPL_CORE_PROGRAM } from '@/lib/solana/programs';
import { scriptedNft } from '@/lib/testing/solana/scripted-source';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { Facts } from './facts';
import { mintFactRows, movability, Status } from './held-facts';

const said = (mintAuthority: string) => {
  const nft: ExtendedNft = { ...scriptedNft('one'), mint: addressOf('mint'), mintFacts: { mintAuthority } };
  return renderToStaticMarkup(<Facts facts={mintFactRows(nft, 101)} />);
};

it('the mint facts of an NFT say that more copies can be minted, unless the mint authority is the NFT’s own edition', () => {
  expect(said(addressOf('authority'))).toContain('More can be minted.');
  const edition = said(editionAddressOf(addressOf('mint')) ?? '');
  expect(edition).toContain('no more can be minted');
  expect(edition).not.toContain('More can be minted.');
});

it.each<[string, Partial<ExtendedNft>, string, string]>([
  ['is transferable without a lock or delegate', {}, 'Only its owner can move it.', ''],
  ['is transferable with an unlocked token record', { lock: 'unlocked' }, 'Only its owner can move it.', ''],
  ['cannot be moved while it is frozen', { lock: 'frozen' }, 'Frozen: it can’t be moved', 'caution'],
  [
    'cannot be moved while it is locked',
    { lock: 'locked', delegate: 'D', delegateRole: 'staking' },
    'Locked: it can’t',
    'caution',
  ],
  [
    'can be moved by its delegate while it is locked',
    { lock: 'locked', delegate: 'D' },
    'unlock and move it',
    'bad',
  ],
  [
    'can be moved by its delegate while it is listed',
    { lock: 'listed', delegate: 'D', delegateRole: 'sale' },
    'its delegate, usually a marketplace, can move it',
    'caution',
  ],
  [
    'can be moved by its delegate after it is unfrozen',
    { lock: 'frozen', delegate: 'D' },
    'Then its delegate',
    'bad',
  ],
  ['has an unknown lock if its token record was not read', { lock: null }, 'could not be read', 'caution'],
  ['can be moved by its delegate', { delegate: 'D' }, 'Its delegate can move it.', 'bad'],
  ['can only be locked by a staking delegate', { delegate: 'D', delegateRole: 'staking' }, 'can lock it', ''],
  [
    'can be taken by the permanent delegate of a frozen MPL Core asset',
    { programId: MPL_CORE_PROGRAM, lock: 'frozen', mintFacts: { permanentDelegate: addressOf('mint') } },
    'One address can move or burn it',
    'bad',
  ],
  [
    'cannot be moved while its mint is paused',
    { mintFacts: { pausable: { paused: true } } },
    'Paused: it can’t be moved',
    'caution',
  ],
  [
    'can be taken by a permanent delegate',
    { mintFacts: { permanentDelegate: addressOf('mint') } },
    'One address can move or burn it',
    'bad',
  ],
])('the status of an NFT says that it %s', (_, over, text, tone) => {
  const status = movability({ ...scriptedNft('one'), ...over });
  expect(status.text).toContain(text);
  expect(status.tone).toBe(tone);
});

it.each([
  ['names the delegate that can unlock it', 'staking', 'locked', true],
  ['does not name a delegate that cannot move it', 'staking', 'none', false],
] as const)('the status of an NFT %s', (_, delegateRole, lock, isNamed) => {
  const delegate = addressOf('delegate');
  const html = renderToStaticMarkup(
    <Status item={{ ...scriptedNft('one'), lock, delegate, delegateRole }} chain={101} />,
  );
  expect(html.includes(`href="/account/${delegate}"`)).toBe(isNamed);
});
