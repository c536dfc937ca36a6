import {
  type EncodedExtension,
  encodePermanentDelegate,
  encodeScaledUiAmount,
  encodeTransferFee,
} from '@/lib/solana/accounts/fact-encoding';
import type { DelegateRole, TokenState } from '@/lib/solana/accounts/token-record';
import { metadataAddressOf } from '@/lib/solana/address/program-address';
import { WRAPPED_SOL_MINT } from '@/lib/solana/programs';
import { SAMPLE_HOST, SAMPLE_TINY_WALLET, SAMPLE_WALLET } from '@/lib/solana/sample-addresses';
import { sampleAddress } from '@/lib/sources/sample/sample-address';
import { coin, garden, lanterns, tidepool } from './images';

/** One thing that a wallet of the sample holds: everything that the generator needs to write its accounts. */
export type SampleItem = {
  label: string;
  owner?: string;
  amount?: bigint;
  supply?: bigint;
  decimals?: number;
  frozen?: boolean;
  delegate?: string;
  /** What the token record of a programmable one says. */
  record?: { state: TokenState; role?: DelegateRole };
  /** Extensions of a Token-2022 mint, beside its metadata. */
  extensions?: EncodedExtension[];
  mint?: string;
  program?: 'token' | 'token-2022';
  /** Undefined: no metadata at all. */
  metadata?: {
    name: string;
    symbol: string;
    uri: string;
    tokenStandard?: number | null;
    collection?: string;
    fee?: number;
    inline?: boolean;
    tail?: Uint8Array;
  };
  /** A second token account of the same mint, with this amount. */
  second?: bigint;
};

/** The sample's items, documents (path to text) and images (file name to SVG). */
export const ITEMS: SampleItem[] = [];
export const DOCUMENTS: Record<string, string> = {};
export const IMAGES: Record<string, string> = {};
const LISTED_WITH_PICTURE = [
  {
    mint: sampleAddress('mint token listed'),
    name: 'Harbor Credit',
    symbol: 'HARB',
    image: 'coin-harb',
    decimals: 6,
  },
  {
    mint: sampleAddress('mint token crab'),
    name: 'Crab Dollar',
    symbol: 'CRAB',
    image: 'coin-crab',
    decimals: 6,
  },
  { mint: WRAPPED_SOL_MINT, name: 'Wrapped SOL', symbol: 'SOL', image: 'coin-sol', decimals: 9 },
];

const url = (path: string) => `https://${SAMPLE_HOST}/${path}`;
const TRAITS = ['calm', 'wind', 'dawn', 'dusk', 'rain', 'clear', 'frost', 'bloom'];

/** A document with its image; returns the document's URL. */
function document(
  slug: string,
  name: string,
  symbol: string,
  image: string | undefined,
  more: Record<string, unknown> = {},
): string {
  if (image !== undefined) IMAGES[`${slug}.png`] = image;
  DOCUMENTS[`/${slug}.json`] = JSON.stringify({
    name,
    symbol,
    description: `${name}, drawn for the sample network.`,
    image: url(`${slug}.png`),
    attributes: [
      { trait_type: 'Weather', value: TRAITS[slug.length % 8] },
      { trait_type: 'Number', value: Number(/\d+/.exec(slug)?.[0] ?? 0), display_type: 'number' },
    ],
    properties: { category: 'image', files: [{ uri: url(`${slug}.png`), type: 'image/png' }] },
    ...more,
  });
  return url(`${slug}.json`);
}

type Series = {
  key: string;
  slug: string;
  title: string;
  symbol: string;
  count: number;
  draw: (n: number) => string;
  tokenStandard: number | null;
  frozen?: boolean;
  fee: number;
};
const SERIES: Series[] = [
  {
    key: 'tidepools',
    slug: 'tidepool',
    title: 'Tidepool',
    symbol: 'TIDE',
    count: 24,
    draw: tidepool,
    tokenStandard: 0,
    fee: 500,
  },
  {
    key: 'lanterns',
    slug: 'lantern',
    title: 'Paper Lantern',
    symbol: 'LAMP',
    count: 16,
    draw: lanterns,
    tokenStandard: 4,
    frozen: true,
    fee: 750,
  },
  {
    key: 'gardens',
    slug: 'garden',
    title: 'Night Garden',
    symbol: 'GRDN',
    count: 12,
    draw: garden,
    tokenStandard: 3,
    fee: 250,
  },
];
/** Lanterns are programmable: most are not locked, every sixth is staked, and one is for sale. */
function lanternRecord(n: number): NonNullable<SampleItem['record']> {
  if (n === 4) return { state: 'listed', role: 'sale' };
  return n % 6 === 2 ? { state: 'locked', role: 'staking' } : { state: 'unlocked' };
}
for (const { key, slug, title, symbol, count, draw, tokenStandard, frozen, fee } of SERIES) {
  for (let n = 1; n <= count; n++) {
    const name = `${title} #${n}`;
    ITEMS.push({
      label: `${slug} ${n}`,
      ...(frozen === undefined ? {} : { frozen, record: lanternRecord(n) }),
      metadata: {
        name,
        symbol,
        uri: document(`${slug}-${n}`, name, symbol, draw(n)),
        tokenStandard,
        collection: key,
        fee,
      },
    });
  }
}

// Without a token standard, as in the first years.
for (let n = 1; n <= 3; n++) {
  const name = `Old Map ${n}`;
  ITEMS.push({
    label: `legacy ${n}`,
    metadata: {
      name,
      symbol: 'MAP',
      uri: document(`old-map-${n}`, name, 'MAP', tidepool(200 + n)),
      tokenStandard: null,
      fee: 100,
    },
  });
}
// Token-2022, its metadata in the mint.
for (let n = 1; n <= 4; n++) {
  const name = `Signal Flag ${n}`;
  ITEMS.push({
    label: `inline ${n}`,
    program: 'token-2022',
    metadata: {
      name,
      symbol: 'FLAG',
      uri: document(`signal-flag-${n}`, name, 'FLAG', garden(300 + n)),
      inline: true,
    },
  });
}
// Semi-fungible, by standard 1 and by supply.
ITEMS.push(
  {
    label: 'semi 1',
    amount: 5n,
    supply: 100n,
    metadata: {
      name: 'Ferry Ticket',
      symbol: 'FERRY',
      uri: document('ferry-ticket', 'Ferry Ticket', 'FERRY', lanterns(401)),
      tokenStandard: 1,
    },
  },
  {
    label: 'semi 2',
    amount: 120n,
    supply: 9_000n,
    metadata: {
      name: 'Sea Glass',
      symbol: 'GLASS',
      uri: document('sea-glass', 'Sea Glass', 'GLASS', tidepool(402)),
      tokenStandard: 1,
    },
  },
  {
    label: 'semi 3',
    amount: 2n,
    supply: 50n,
    metadata: {
      name: 'Stamp of 50',
      symbol: 'STAMP',
      uri: document('stamp', 'Stamp of 50', 'STAMP', garden(403)),
      tokenStandard: null,
    },
  },
);
// Programmable edition, delegated, and the corrupt tail of old accounts.
ITEMS.push(
  {
    label: 'programmable edition',
    frozen: true,
    record: { state: 'locked', role: 'locked-transfer' },
    metadata: {
      name: 'Lighthouse Print 7',
      symbol: 'LITE',
      uri: document('lighthouse', 'Lighthouse Print 7', 'LITE', lanterns(404)),
      tokenStandard: 5,
      fee: 300,
    },
  },
  {
    label: 'delegated',
    delegate: sampleAddress('marketplace'),
    metadata: {
      name: 'Lent Compass',
      symbol: 'COMP',
      uri: document('compass', 'Lent Compass', 'COMP', garden(405)),
      tokenStandard: 0,
    },
  },
  {
    label: 'corrupt tail',
    metadata: {
      name: 'Weathered Chart',
      symbol: 'CHART',
      uri: document('weathered-chart', 'Weathered Chart', 'CHART', tidepool(406)),
      tail: Uint8Array.of(40, 199, 7, 1, 9, 1, 255, 32),
    },
  },
);
// What goes wrong off chain: a dead image, a document that is not there, HTML in its place, no image, a relative one.
document('dead-picture', 'Lost at Sea', 'LOST', undefined, { image: url('not-there.png'), properties: {} });
DOCUMENTS['/html.json'] = '<!doctype html><title>404</title>';
DOCUMENTS['/no-picture.json'] = JSON.stringify({
  name: 'Blank Sail',
  attributes: { not: 'an array' },
  image: { not: 'a string' },
});
DOCUMENTS['/relative.json'] =
  `\ufeff${JSON.stringify({ name: 'Rope and Anchor', image: 'compass.png', __proto__: undefined, properties: { files: ['compass.png'] } })}`;
DOCUMENTS['/hostile.json'] =
  '{"name":"\\"},{\\"","image":"javascript:alert(1)","__proto__":{"polluted":true},"description":"<script>alert(1)</script>","external_url":"javascript:alert(1)"}';
const inlineImage = `data:image/svg+xml;base64,${Buffer.from(coin('?', 300)).toString('base64')}`;
DOCUMENTS['/drawn-inside.json'] = JSON.stringify({ name: 'Drawn Inside', image: inlineImage });
for (const [label, name, path] of [
  ['dead picture', 'Lost at Sea', 'dead-picture.json'],
  ['no document', 'Empty Bottle', 'not-there.json'],
  ['html document', 'Wrong Harbor', 'html.json'],
  ['no picture', 'Blank Sail', 'no-picture.json'],
  ['relative picture', 'Rope and Anchor', 'relative.json'],
  ['drawn inside', 'Drawn Inside', 'drawn-inside.json'],
  ['hostile json', '"},{"', 'hostile.json'],
  ['hostile markup', '<script>alert(1)</script>', 'hostile.json'],
  ['hostile bidi', 'Free \u202egnp.toN\u202c', 'hostile.json'],
  ['hostile hidden', 'Tide\u200bpool #1', 'tidepool-1.json'],
  ['hostile link', 'Claim now: https://claim.example', 'hostile.json'],
] as const) {
  ITEMS.push({ label, metadata: { name, symbol: 'ODD', uri: url(path), tokenStandard: 0 } });
}

const tokenDocument = (slug: string, name: string, symbol: string, hue: number) => {
  IMAGES[`coin-${slug}.png`] = coin(symbol.slice(0, 1), hue);
  DOCUMENTS[`/coin-${slug}.json`] = JSON.stringify({ name, symbol, image: url(`coin-${slug}.png`) });
  return url(`coin-${slug}.json`);
};
IMAGES['coin-harb.png'] = coin('H', 200);
IMAGES['coin-crab.png'] = coin('C', 12);
IMAGES['coin-sol.png'] = coin('S', 270);
const fungible = (slug: string, name: string, symbol: string, hue: number) => ({
  name,
  symbol,
  uri: tokenDocument(slug, name, symbol, hue),
  tokenStandard: 2,
});
ITEMS.push(
  { label: 'token wsol', mint: WRAPPED_SOL_MINT, decimals: 9, supply: 0n, amount: 1_250_000_000n },
  {
    label: 'token crab',
    decimals: 6,
    supply: 18446744073709551615n,
    amount: 1_523_750_000n,
    metadata: fungible('crab', 'Crab Dollar', 'CRAB', 12),
    second: 25_000_000n,
  },
  { label: 'token listed', decimals: 6, supply: 10n ** 14n, amount: 42_000_001n },
  {
    label: 'token whale',
    decimals: 9,
    supply: 18446744073709551615n,
    amount: 18446744073709551615n,
    metadata: fungible('whale', 'Whale', 'WHALE', 220),
  },
  {
    label: 'token exact',
    decimals: 0,
    supply: 2n ** 60n,
    amount: 9007199254740993n,
    metadata: fungible('grain', 'Grain of Sand', 'GRAIN', 45),
  },
  {
    label: 'token kelp',
    decimals: 5,
    supply: 10n ** 18n,
    amount: 987_654_321_012n,
    metadata: fungible('kelp', 'Kelp', 'KELP', 130),
  },
  {
    label: 'token gull',
    decimals: 9,
    supply: 10n ** 17n,
    amount: 1n,
    metadata: fungible('gull', 'Gull', 'GULL', 190),
  },
  {
    label: 'token pearl',
    decimals: 2,
    supply: 10n ** 9n,
    amount: 1_999n,
    metadata: fungible('pearl', 'Pearl', 'PEARL', 330),
  },
  {
    label: 'token oar',
    decimals: 8,
    supply: 10n ** 16n,
    amount: 350_000_000n,
    metadata: fungible('oar', 'Oar', 'OAR', 30),
  },
  {
    label: 'token buoy',
    decimals: 6,
    supply: 10n ** 13n,
    amount: 77_700_000n,
    frozen: true,
    metadata: fungible('buoy', 'Buoy', 'BUOY', 0),
  },
  {
    label: 'token knot',
    decimals: 6,
    supply: 10n ** 13n,
    amount: 5_000_000n,
    delegate: sampleAddress('marketplace'),
    metadata: fungible('knot', 'Knot', 'KNOT', 90),
  },
  {
    label: 'token reef',
    program: 'token-2022',
    decimals: 6,
    supply: 10n ** 15n,
    amount: 64_000_000n,
    extensions: [
      encodeTransferFee(150, 5_000_000n),
      encodePermanentDelegate(sampleAddress('permanent delegate')),
    ],
    metadata: { ...fungible('reef', 'Reef', 'REEF', 160), inline: true },
  },
  {
    label: 'token mist',
    program: 'token-2022',
    decimals: 9,
    supply: 10n ** 18n,
    amount: 12_345_678_901_234_567n,
    extensions: [encodeScaledUiAmount(1, 1.25, 1_700_000_000n)],
    metadata: { ...fungible('mist', 'Mist', 'MIST', 240), inline: true },
  },
  { label: 'token nameless', decimals: 6, supply: 10n ** 12n, amount: 1_000_000n },
  { label: 'token whole', decimals: 0, supply: 1n, amount: 1n },
  {
    label: 'token spoof',
    decimals: 6,
    supply: 10n ** 12n,
    amount: 3_000_000n,
    metadata: { name: 'Tidepool #1', symbol: 'TIDE', uri: url('tidepool-1.json'), tokenStandard: 0 },
  },
  {
    label: 'token look-alike',
    decimals: 6,
    supply: 10n ** 15n,
    amount: 100_000_000_000n,
    metadata: { name: 'Crab Dollar', symbol: 'СRАВ', uri: url('hostile.json'), tokenStandard: 2 },
  },
  {
    label: 'token deep',
    decimals: 255,
    supply: 10n ** 12n,
    amount: 5n,
    metadata: fungible('deep', 'Deep', 'DEEP', 210),
  },
  {
    label: 'token zero',
    decimals: 6,
    supply: 10n ** 12n,
    amount: 0n,
    metadata: { name: 'Spent', symbol: 'SPENT', uri: '', tokenStandard: 2 },
  },
);

// The wallet of the documentation's example.
ITEMS.push(
  {
    label: 'tiny nft',
    owner: SAMPLE_TINY_WALLET,
    metadata: {
      name: 'Tidepool #7',
      symbol: 'TIDE',
      uri: url('tidepool-7.json'),
      tokenStandard: 0,
      collection: 'tidepools',
      fee: 500,
    },
  },
  {
    label: 'tiny token',
    owner: SAMPLE_TINY_WALLET,
    mint: sampleAddress('mint token crab'),
    amount: 18446744073709551615n,
  },
);

/** Tokens that the token list has without a picture; the others are not what they say, or say nothing. */
const LISTED_LABELS = new Set(
  ['whale', 'exact', 'kelp', 'gull', 'pearl', 'oar', 'buoy', 'knot', 'reef', 'mist', 'deep'].map(
    (name) => `token ${name}`,
  ),
);
/** The token list of the sample network. */
export const LISTED: readonly { mint: string; name: string; symbol: string; image?: string }[] = [
  ...LISTED_WITH_PICTURE,
  ...ITEMS.flatMap(({ label, metadata }) =>
    metadata !== undefined && LISTED_LABELS.has(label)
      ? [{ mint: sampleAddress(`mint ${label}`), name: metadata.name, symbol: metadata.symbol }]
      : [],
  ),
];

/** Owner of an item. */
export const ownerOf = (item: SampleItem) => item.owner ?? SAMPLE_WALLET;
/** Mint of an item. */
export const mintOf = (item: SampleItem) => item.mint ?? sampleAddress(`mint ${item.label}`);
/** Address of an item's Metaplex account. */
export const metadataOf = (item: SampleItem) => metadataAddressOf(mintOf(item)) ?? '';
