import { describe, expect, it } from 'vitest';
import { detectBitcoinInput, detectInput, MAX_INPUT_CHARACTERS } from './detect-input';

const KEY = '02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c';
const SOL = 'So11111111111111111111111111111111111111112';
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const BTC = 'bc1qlyv3djgklwe0lm02a0265u4y8gg252cmut3j2u';
const EVM = '0xB1dC48F7D8A7D36F4F244756971bb3A8f39f96bc';
/** The signature of a public transaction. */
const SIGNATURE = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';
const XPUB =
  'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8';

const HASH = 'ab'.repeat(32);

describe('detectInput', () => {
  it.each([
    [SOL, 'solana-address', `/account/${SOL}`],
    [`\u200b ${SOL}\n`, 'solana-address', `/account/${SOL}`],
    ['Bonfida.sol', 'sol-name', '/account/bonfida.sol'],
    [KEY.toUpperCase(), 'btc-key', `/bitcoin/${KEY}`],
    [`0x${KEY}`, 'btc-key', `/bitcoin/${KEY}`],
    [BTC, 'btc-address', `/bitcoin/${BTC}`],
    ['1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH', 'btc-address', '/bitcoin/1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH'],
    ['3JvL6Ymt8MVWiCNHC7oWU6nLeHNJKLZGLN', 'btc-address', '/bitcoin/3JvL6Ymt8MVWiCNHC7oWU6nLeHNJKLZGLN'],
    [EVM.toLowerCase(), 'evm-address', `/bitcoin/${EVM}`],
    [`{"params":["${SOL}"]}`, 'solana-address', `/account/${SOL}`],
    [`Please send it to ${BTC}.`, 'btc-address', `/bitcoin/${BTC}`],
    [`${SOL} and again ${SOL}`, 'solana-address', `/account/${SOL}`],
  ])('recognizes the search input %j as %s', async (text, kind, href) => {
    expect(await detectInput(text)).toMatchObject({ ok: true, kind, href });
  });

  it.each([
    [`https://explorer.solana.com/address/${SOL}?cluster=devnet`, `/account/${SOL}?chain=103`],
    [`explorer.solana.com/address/${SOL}?cluster=testnet`, `/account/${SOL}?chain=102`],
    [`https://solscan.io/account/${SOL}?cluster=devnet#portfolio`, `/account/${SOL}?chain=103`],
    [`https://solana.fm/address/${SOL}?cluster=mainnet-beta`, `/account/${SOL}`],
    [`see https://explorer.solana.com/address/${SOL}?cluster=devnet.`, `/account/${SOL}?chain=103`],
    [`https://mempool.space/testnet/address/${BTC}`, `/bitcoin/${BTC}`],
    [`https://basescan.org/address/${EVM}#code`, `/bitcoin/${EVM}?chain=8453`],
    [`https://any.example/account/${SOL}?chain=103&tab=nfts&q=a`, `/account/${SOL}?chain=103&tab=nfts&q=a`],
    [`localhost:3000/account/${SOL}/${TOKEN}?chain=104`, `/account/${SOL}/${TOKEN}?chain=104`],
    [`/account/${SOL}?cluster=devnet`, `/account/${SOL}?chain=103`],
    ['https://any.example/account/bonfida.sol?tab=nfts', '/account/bonfida.sol?tab=nfts'],
    [`https://any.example/bitcoin/${KEY}?chain=31337&version=1.0.0`, `/bitcoin/${KEY}?chain=31337`],
    [`/bitcoin/${BTC}?chain=1`, `/bitcoin/${BTC}?chain=1`],
    [`/bitcoin/${KEY.slice(2)}?chain=137`, `/bitcoin/${KEY.slice(2)}?chain=137`],
    [`solana:${SOL}?amount=1&label=Shop`, `/account/${SOL}`],
    [`solana:${SOL}?cluster=devnet`, `/account/${SOL}?chain=103`],
    [`BITCOIN:${BTC.toUpperCase()}?amount=0.1`, `/bitcoin/${BTC}`],
    [`ethereum:${EVM}@137/transfer?uint256=1`, `/bitcoin/${EVM}?chain=137`],
    [`ethereum:pay-${EVM}`, `/bitcoin/${EVM}`],
    [`solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${SOL}`, `/account/${SOL}`],
    [`solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1:${SOL}`, `/account/${SOL}?chain=103`],
    [`bip122:000000000019d6689c085ae165831e93:${BTC}`, `/bitcoin/${BTC}`],
    [`eip155:1:${EVM}`, `/bitcoin/${EVM}?chain=1`],
    // BIP-321: an address only in the parameters, whose names have any case.
    [`bitcoin:?bc=${BTC}`, `/bitcoin/${BTC}`],
    [`BITCOIN:?lno=lno1x&BC=${BTC.toUpperCase()}`, `/bitcoin/${BTC}`],
    [
      'bitcoin:?tb=tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
      '/bitcoin/tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    ],
    [`did:pkh:solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1:${SOL}`, `/account/${SOL}?chain=103`],
    [`did:pkh:eip155:137:${EVM}`, `/bitcoin/${EVM}?chain=137`],
    [`did:pkh:bip122:000000000019d6689c085ae165831e93:${BTC}`, `/bitcoin/${BTC}`],
  ])('links the search input %j to %s', async (text, href) => {
    expect(await detectInput(text)).toMatchObject({ ok: true, href });
  });

  // The addresses of BIP 433 for the three prefixes.
  it.each(['bc1pfeessrawgf', 'tb1pfees9rn5nz', 'bcrt1pfeesnyr2tx'])(
    'explains that the pay-to-anchor address %s has no owner',
    async (text) => {
      const found = await detectInput(text);
      expect(found).toMatchObject({ ok: false, kind: 'elsewhere', label: 'Pay-to-anchor address' });
      expect(found).toMatchObject({ message: expect.stringMatching(/BIP 433.*has no owner/) });
    },
  );

  it.each([
    [SIGNATURE, 'Solana transaction', `https://explorer.solana.com/tx/${SIGNATURE}`],
    [
      `https://solscan.io/tx/${SIGNATURE}?cluster=devnet`,
      'Solana devnet transaction',
      `https://explorer.solana.com/tx/${SIGNATURE}?cluster=devnet`,
    ],
    [
      `https://blockstream.info/tx/${'ab'.repeat(32)}`,
      'Bitcoin transaction',
      `https://mempool.space/tx/${'ab'.repeat(32)}`,
    ],
    [
      `https://mempool.space/signet/tx/${HASH}`,
      'Bitcoin signet transaction',
      `https://mempool.space/signet/tx/${HASH}`,
    ],
    [
      `https://mempool.space/testnet4/block/${HASH}`,
      'Bitcoin testnet4 block',
      `https://mempool.space/testnet4/block/${HASH}`,
    ],
    ['https://mempool.space/block/840000', 'Bitcoin block', 'https://mempool.space/block/840000'],
    [`https://basescan.org/tx/0x${HASH}`, 'Base transaction', `https://basescan.org/tx/0x${HASH}`],
    [
      `https://sepolia.etherscan.io/block/123456`,
      'Sepolia block',
      'https://sepolia.etherscan.io/block/123456',
    ],
    [`https://etherscan.io/tx/0x${HASH}`, 'Ethereum transaction', `https://etherscan.io/tx/0x${HASH}`],
    [`https://etherscan.io/tx/${HASH}`, 'Ethereum transaction', `https://etherscan.io/tx/0x${HASH}`],
    [`https://any.example/tx/0x${HASH}`, 'Ethereum transaction', `https://etherscan.io/tx/0x${HASH}`],
    [`https://etherscan.io/block/0x${HASH}`, 'Ethereum block', `https://etherscan.io/block/0x${HASH}`],
    [
      'https://explorer.solana.com/block/250000000?cluster=devnet',
      'Solana devnet block',
      'https://explorer.solana.com/block/250000000?cluster=devnet',
    ],
    [
      'https://solscan.io/block/250000000?cluster=devnet-solana',
      'Solana devnet block',
      'https://explorer.solana.com/block/250000000?cluster=devnet',
    ],
    ['vitalik.eth', 'ENS name', 'https://app.ens.domains/vitalik.eth'],
    ['#840,000', 'Block number', 'https://mempool.space/block/840000'],
    ['a.b.vitalik.eth', 'ENS name', 'https://app.ens.domains/a.b.vitalik.eth'],
    ['What was in block 840,000?', 'Block number', 'https://mempool.space/block/840000'],
    ['Block height: 840000', 'Block number', 'https://mempool.space/block/840000'],
    ['slot #250000000', 'Solana block', 'https://explorer.solana.com/block/250000000'],
    ['301234567', 'Block number', 'https://explorer.solana.com/block/301234567'],
  ])('links the search input %j to an explorer: %s', async (text, label, href) => {
    const found = await detectInput(text);
    expect(found).toMatchObject({ ok: false, kind: 'elsewhere', label });
    expect(found?.kind === 'elsewhere' && found.links[0]?.href).toBe(href);
  });

  it.each([XPUB, `z${XPUB.slice(1)}`, `wpkh([d34db33f/84h/0h/0h]${XPUB}/0/*)#cjjspncu`, `key: ${XPUB}`])(
    'recognizes %j as an extended key or descriptor, and says that it is never sent',
    async (text) => {
      const found = await detectInput(text);
      expect(found).toMatchObject({ kind: 'elsewhere', message: expect.stringMatching(/never sent/) });
      expect(found?.kind === 'elsewhere' && found.links).toEqual([]);
    },
  );

  it('offers every possible interpretation of 32 bytes of hex in the search box', async () => {
    const found = await detectInput(KEY.slice(2));
    const labels = found?.kind === 'choice' ? found.options.map(({ label }) => label) : [];
    expect(labels).toEqual(['Taproot (x-only) public key', 'Bitcoin transaction', 'a private key']);
    expect(await detectBitcoinInput(KEY.slice(2))).toMatchObject({
      href: `/bitcoin/${KEY.slice(2)}`,
      candidates: [KEY, `03${KEY.slice(2)}`],
    });
    const block = await detectInput('00000000000000000000a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f6');
    expect(block?.kind === 'choice' && block.options.map(({ label }) => label)).toContain('Bitcoin block');
    const evm = await detectInput(`0x${'ab'.repeat(32)}`);
    expect(evm?.kind === 'choice' && evm.options.map(({ label }) => label)).toContain('Ethereum transaction');
  });

  it('offers every address found in the input and reports the number of addresses', async () => {
    const found = await detectInput(JSON.stringify({ from: SOL, to: [BTC, EVM], again: SOL }));
    expect(found).toMatchObject({ kind: 'choice', message: expect.stringMatching(/^3 addresses/) });
    expect(found?.kind === 'choice' && found.options.map((option) => option.ok && option.value)).toEqual([
      SOL,
      BTC,
      EVM,
    ]);
    const many = Array.from({ length: 20 }, (_, i) => `${'123456789ABCDEFGHJKLMN'[i]}${SOL.slice(1)}`);
    const most = await detectInput(many.join(' '));
    expect(most?.kind === 'choice' && most.message).toMatch(/^\d+ addresses .* the first 12/);
  });

  it.each([
    ['bc1qlyv3djgklwe0lm02a0265u4y8gg252cmut3j2v', /checksum/i],
    ['my address is bc1qlyv3djgklwe0lm02a0265u4y8gg252cmut3j2v', /checksum/i],
    ['1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMJ', /checksum/i],
    ['0xB1dC48F7D8A7D36F4F244756971bb3A8f39f96bC', /checksum/i],
    [
      'So1111111111111111111111111111111111111111O',
      /^Character 43 is a capital O\. A Solana address never contains 0, O, I or l$/,
    ],
    [`${SOL}0`, /^Character \d+ is 0 \(zero\)/],
    [
      `_${SOL}11`,
      /^It has 4[5-6] characters; a Solana address has 32 to 44\. It never contains 0, O, I or l$/,
    ],
    [SOL.slice(0, 31), /^It has 31 characters; a Solana address has 32 to 44$/],
    [`1${SOL.slice(0, 40)}`, /^A character is missing or wrong\. /],
    ['0x1234', /40 hex digits/],
    ['hello', /Paste/],
    ['hello there you', /No address/],
    ['{"a":1}', /JSON/],
    ['https://example.com/nothing', /No address/],
    ['bitcoin:nothing', /No Bitcoin address/],
    ['solana:https%3A%2F%2Fshop.example', /Solana Pay/],
    ['eip155:1:', /CAIP-10/],
    [`https://example.com/${SOL}?${'a'.repeat(2_048)}`, /too long/],
    ['a'.repeat(MAX_INPUT_CHARACTERS + 1), /too long/],
    [KEY.slice(0, -1), /odd number/],
  ])('explains what is wrong with the search input %j', async (text, message) => {
    expect(await detectInput(text)).toMatchObject({ kind: 'wrong', message: expect.stringMatching(message) });
  });

  it('returns no search result for empty text', async () => {
    expect(await detectInput('  \u200b')).toBeUndefined();
  });
});
