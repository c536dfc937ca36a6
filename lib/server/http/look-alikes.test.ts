import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { metadataAddressOf } from '@/lib/solana/address/program-address';
import { TOKEN_METADATA_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';
import { type SnapshotAccount, sampleNode, snapshotOf } from '@/lib/sources/sample/sample-node';
import { type TestNode, testNode } from '@/lib/testing/nodes/test-node';
import { type RunningService, runService } from '@/lib/testing/servers/running-service';
import {
  encodeMint,
  encodeTokenAccount,
  encodeTokenMetadata,
} from '@/lib/testing/solana/encode-token-accounts';
import { addressOf } from '@/lib/testing/solana/solana-wallet';

// Tests the warnings of POST /solana about misleading names: look-alike letters (UTS #39) and hidden characters.

const OWNER = addressOf('owner of look-alikes');

const USDC = {
  Latin: 'usdc',
  'with a dollar sign': '$USDC',
  'with a dollar sign inside': 'U$DC',
  Cyrillic: 'UЅDС',
  Greek: 'USDϹ',
  'lunate sigma': 'USDϲ',
  Armenian: 'ՍՏDC',
  Cherokee: 'UᏚᎠᏟ',
  'Cherokee in lower case': 'uꮪꭰꮯ',
  Coptic: 'USDⲤ',
  Lisu: 'ꓴꓢꓓꓚ',
  Deseret: 'U𐐠D𐐕',
  Gothic: '𐌵𐍃𐌳C',
  'Old Italic': 'USD𐌂',
  'Canadian syllabics': 'ᑌSᗪC',
  'small capitals': 'ᴜꜱᴅᴄ',
  'full width': 'ＵＳＤＣ',
  mathematical: '𝐔𝐒𝐃𝐂',
  circled: 'ⓊⓈⒹⒸ',
  'negative circled': '🅤🅢🅓🅒',
  squared: '🅄🅂🄳🄲',
  'negative squared': '🆄🆂🅳🅲',
  regional: '🇺🇸🇩🇨',
  'cedi sign': 'USD₵',
  eth: 'USÐC',
  'letters with marks': 'ÛŠḊÇ',
  'struck through': 'U̶S̶D̶C̶',
  'Roman numerals': 'USⅮⅭ',
  'digit five': 'U5DC',
};

/** Names that are not misleading. */
const ORDINARY: [name: string, symbol: string][] = [
  ['Рубль', 'РУБ'],
  ['Биткоин на русском', 'БИТОК'],
  ['日本円', '円'],
  ['ラーメンコイン', 'ラーメン'],
  ['원화', '원'],
  ['Δραχμή', 'ΔΡΧ'],
  ['שקל חדש', 'שקל'],
  ['درهم', 'درهم'],
  ['रुपया', 'रुपया'],
  ['เหรียญทอง', 'ทอง'],
  ['བོད་ཡིག', 'བོད'],
  ['Tiếng Việt', 'VIỆT'],
  ['Ñandú', 'ÑAN'],
  ['🦀 Crab', '🦀'],
  ['⠎⠁⠞⠉⠓⠑⠇⠀⠃⠗⠁⠊⠇⠇⠑', 'BRAILLE'],
];

/** Names with hidden characters. */
const HIDING: [name: string, symbol: string][] = [
  ['\u2800', 'XQ1'],
  ['\u2800\u2800', '\u2800'],
  [`A${'\u0301'.repeat(80)}`, 'XQ2'],
  [`Z${'\u0336\u0489'.repeat(4)}`, 'XQ3'],
];

const tokens: [name: string, symbol: string][] = [
  ...Object.entries(USDC).map(([way, symbol]): [string, string] => [`Way ${way}`, symbol]),
  ...ORDINARY,
  ...HIDING,
];

function accountsOf(index: number, name: string, symbol: string): SnapshotAccount[] {
  const mint = addressOf(`look-alike ${index}`);
  const account = (pubkey: string, owner: string, data: Buffer) => ({
    pubkey,
    owner,
    lamports: 1n,
    data: data.toString('base64'),
  });
  const metadata = encodeTokenMetadata({
    updateAuthority: OWNER,
    mint,
    name,
    symbol,
    uri: '',
    sellerFeeBasisPoints: 0,
  });
  return [
    account(
      addressOf(`account ${index}`),
      TOKEN_PROGRAM,
      encodeTokenAccount({ mint, owner: OWNER, amount: 1n }),
    ),
    account(mint, TOKEN_PROGRAM, encodeMint({ supply: 1_000n, decimals: 6 })),
    account(metadataAddressOf(mint) ?? '', TOKEN_METADATA_PROGRAM, metadata),
  ];
}

let node: TestNode;
let running: RunningService;
const warnings = new Map<string, string[]>();
beforeAll(async () => {
  const accounts = tokens.flatMap(([name, symbol], index) => accountsOf(index, name, symbol));
  node = await testNode(sampleNode(snapshotOf(1000, accounts)));
  running = await runService({ SOLANA_RPC_URL_101: node.url });
  const { json } = await running.call('/solana', {
    id: 1,
    chainId: 101,
    method: 'enhancedGetTokensAndNFTs',
    params: [OWNER, { extended: true }],
  });
  for (const token of json.result.tokens) warnings.set(token.mint, token.warnings);
});
afterAll(async () => {
  await running?.stop();
  await node?.close();
});

const warningsOf = (index: number) => warnings.get(addressOf(`look-alike ${index}`));

describe('a token that imitates USDC', () => {
  it.each(Object.entries(USDC).map(([way, symbol], index) => [way, symbol, index] as const))(
    'reports %s (symbol %s) as a look-alike of USDC',
    (_way, _symbol, index) => {
      expect(warningsOf(index)).toContain('look-alike-symbol');
    },
  );
});

describe('an ordinary name', () => {
  it.each(ORDINARY.map(([name, symbol], i) => [name, symbol, Object.keys(USDC).length + i] as const))(
    'reports no look-alike warning for %s (symbol %s)',
    (_name, _symbol, index) => {
      expect(warningsOf(index)).toEqual([]);
    },
  );
});

describe('a name with hidden characters', () => {
  it.each(HIDING.map((_, i) => Object.keys(USDC).length + ORDINARY.length + i))(
    'warns about hidden characters in a token name (item %d)',
    (index) => {
      expect(warningsOf(index)).toContain('invisible-characters');
    },
  );
});
