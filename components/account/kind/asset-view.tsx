import { CollectionName } from '@/components/item/collection-name';
import { type Fact, type FactList, Facts, Section } from '@/components/item/facts';
import { Explained, isItemLocked, mintFactRows, movability, Status } from '@/components/item/held-facts';
import { InTokenList } from '@/components/item/in-token-list';
import { JsonTree } from '@/components/item/json-tree';
import { AddressText } from '@/components/ui/address-text';
import { Icon } from '@/components/ui/icon';
import { ItemImage } from '@/components/ui/image';
import { attributesOf, descriptionOf, noDocumentMessage } from '@/lib/dashboard/account/item-document';
import { collectionSize } from '@/lib/dashboard/account/kind-messages';
import type { NftRow, TokenRow } from '@/lib/dashboard/account/rows';
import { NOT_READ, noImageLabel } from '@/lib/dashboard/account/unread-data';
import { ISSUER_RISK } from '@/lib/dashboard/account/worries';
import { formatAmount } from '@/lib/dashboard/format';
import type { AccountDescription } from '@/lib/solana/account-description/account-description';
import type { AssetById } from '@/lib/solana/das/asset-of-item';
import { MINT_FACTS } from '@/lib/solana/facts/messages';
import type { Item, NftMetadata } from '@/lib/solana/holdings';
import { TokenPrice } from '../values/token-price';
import { AccountLink, explorerFact, linkFact } from './account-link';
import { Misleading, uriFact } from './fact';
import { FromWallet } from './from-wallet';
import { accountFacts } from './kind-facts';
import { Breakable } from './metadata-uri';
import { authorityFacts, authoritySentence, supplyFacts } from './token-facts';

type Props = {
  reading: AccountDescription;
  /** The asset of the account; undefined if it could not be read. */
  asset: AssetById | undefined;
  /** The asset as a row. */
  row: TokenRow | NftRow | undefined;
  chain: number;
  /** Whether the chain has prices. */
  hasPrices: boolean;
  /** Date of the token list, `YYYY-MM-DD`. */
  tokenListDate: string;
};

/** A mint, or an MPL Core asset or collection: what it is, who can change it, its document, and its account. */
export function AssetView({ reading, asset, row, chain, hasPrices, tokenListDate }: Props) {
  const item = asset?.item;
  const isNft = item?.kind === 'nft';
  const { token } = reading;
  const isMisleading = (token?.warnings.length ?? 0) > 0;
  const market: FactList = [
    hasPrices &&
      row !== undefined &&
      'decimals' in row && ['Price', <TokenPrice key="" token={row} chain={chain} />],
    item?.kind === 'token' && [
      'Token list',
      <InTokenList key="" is={item.item.inTokenList} date={tokenListDate} />,
    ],
  ];
  const notices = (
    <>
      <FromWallet address={reading.address} chain={chain} />
      {isNft && movability(item.item).tone !== '' ? (
        <div className="-mt-3 md:mb-2">
          <Status item={item.item} chain={chain} />
        </div>
      ) : (
        isMisleading && (
          <p className="box-bad mt-2">
            <Misleading warnings={token?.warnings ?? []} like={token?.looksLike} chain={chain} />
          </p>
        )
      )}
    </>
  );
  const facts = [...headFacts(reading, asset, chain, market), explorerFact(reading.address, chain)];
  return (
    <div
      className={`mt-2 grid w-full gap-x-10 ${isNft ? 'md:grid-cols-[12rem_minmax(0,1fr)] lg:grid-cols-[18rem_minmax(0,1fr)] min-[100rem]:grid-cols-[18rem_repeat(2,minmax(0,1fr))]' : 'xl:grid-cols-2'}`}
    >
      {/* On phones, the notices of an NFT come before its picture. */}
      {isNft && <div className="min-w-0 max-md:mb-2 md:col-start-2">{notices}</div>}
      {isNft && (
        <span className="mb-2 block aspect-square overflow-hidden rounded-lg border border-line md:col-start-1 md:row-span-3 md:row-start-1 md:max-w-72">
          <ItemImage path={row?.picture} width={512} loading="first" none={noImageLabel(item.item)} />
        </span>
      )}
      <div className={`min-w-0 ${isNft ? 'md:col-start-2' : ''}`}>
        {!isNft && notices}
        {reading.account.kind === 'mint' && !isNft && (
          <>
            {reading.account.permanentDelegate !== null && (
              <p className="box-bad mt-2">
                {MINT_FACTS.permanentDelegate.sentence} {ISSUER_RISK.advice} Permanent delegate:{' '}
                <AccountLink
                  address={reading.account.permanentDelegate}
                  chain={chain}
                  what="permanent delegate"
                />
              </p>
            )}
            <p className="pt-2 pb-3 text-muted text-sm">{authoritySentence(reading.account)}</p>
          </>
        )}
        <Facts facts={facts} />
      </div>
      {/* The margin aligns the first heading of a second column with the first fact. */}
      <div
        className={`min-w-0 ${isNft ? 'md:col-start-2 min-[100rem]:col-start-3 min-[100rem]:-mt-8' : 'xl:-mt-8'}`}
      >
        {isNft && <Document reading={reading} item={item} />}
        <Section title="Account">
          <Facts facts={accountFacts(reading, chain)} />
        </Section>
        {!isNft && <Document reading={reading} item={item} />}
      </div>
    </div>
  );
}

/** Facts about an asset. `market` follows the supply of a token, and is empty for an NFT. Those of an NFT's supply come last. */
function headFacts(
  reading: AccountDescription,
  asset: AssetById | undefined,
  chain: number,
  market: FactList,
): FactList {
  const { account, token } = reading;
  const item = asset?.item.item;
  const isNft = asset?.item.kind === 'nft';
  const supply = account.kind === 'mint' ? supplyFacts(account, isNft ? undefined : token, market) : [];
  const owner = asset && asset.owner !== '' && !asset.isCoreCollection ? asset.owner : undefined;
  const collection = item?.collection ?? undefined;
  const size = asset && collectionSize(asset);
  return [
    size !== undefined && [
      'Verified items',
      <Explained
        key=""
        value={formatAmount(size, 0)}
        sentence="A collection counts its items, but does not list them."
      />,
    ],
    ...(isNft ? [] : supply),
    [
      account.kind === 'mint' ? 'Mint' : 'Address',
      <AddressText key="" address={reading.address} what="address" full />,
    ],
    collection && [
      'Collection',
      <CollectionName key="" chain={chain} collection={collection.key} isVerified={collection.verified} />,
    ],
    owner !== undefined && linkFact('Held by', owner, chain, 'owner'),
    asset?.item.kind === 'nft' && changeFact(asset.item.item.metadata, chain),
    ...(account.kind === 'mint'
      ? authorityFacts(account, reading, chain, item !== undefined && isItemLocked(item))
      : []),
    ...(isNft ? supply : []),
    ...(item === undefined ? [] : otherMintFacts(item, chain)),
  ];
}

/** Who can change the name and document of an NFT or a collection. */
function changeFact({ isMutable, updateAuthority }: NftMetadata, chain: number): Fact {
  if (isMutable === false) return [WHO_CHANGES, 'No one: its metadata is final'];
  if (isMutable === null || updateAuthority === '') return [WHO_CHANGES, NOT_READ];
  return linkFact(WHO_CHANGES, updateAuthority, chain, 'update authority');
}
const WHO_CHANGES = 'Who can change it';

/** What else the mint allows; who can mint, freeze and move it is stated before. */
function otherMintFacts(item: Item['item'], chain: number): FactList {
  const {
    mintAuthority: _mint,
    freezeAuthority: _freeze,
    permanentDelegate: _move,
    ...mintFacts
  } = item.mintFacts;
  return mintFactRows({ ...item, mintFacts }, chain);
}

/** The document of an asset: its URI, description, traits and JSON. The documents of tokens are read only for images. */
function Document({ reading, item }: { reading: AccountDescription; item: Item | undefined }) {
  const { uri, uriData } = documentOf(reading, item);
  if (uri === '' && uriData === undefined) return null;
  const description = uriData ? descriptionOf(uriData) : '';
  const attributes = uriData ? attributesOf(uriData) : [];
  return (
    <>
      {attributes.length > 0 && (
        <Section title="Traits">
          <Facts
            facts={attributes.map(
              ({ trait, value }): Fact => [trait || '—', <Breakable key="" text={value || '—'} />],
            )}
          />
        </Section>
      )}
      <Section title="Off-chain document">
        {description !== '' && (
          <p dir="auto" className="mb-3 max-w-prose whitespace-pre-line">
            {description}
          </p>
        )}
        <Facts facts={[uriFact(uri)]} />
        {uriData ? (
          <details className="panel group mt-2">
            <summary className="px-4 py-2.5 text-muted text-sm hover:text-ink">
              <Icon name="down" className="mr-1.5 inline size-3.5 -rotate-90 group-open:rotate-0" />
              JSON
            </summary>
            <div className="border-line border-t p-4">
              <JsonTree value={uriData} />
            </div>
          </details>
        ) : (
          <p className="text-muted text-sm">
            {item?.kind === 'nft'
              ? noDocumentMessage(item.item)
              : 'Satchel reads only the picture from this document.'}
          </p>
        )}
      </Section>
    </>
  );
}

function documentOf({ token }: AccountDescription, item: Item | undefined) {
  if (item?.kind === 'nft') return item.item.metadata.data;
  return { uri: token?.uri ?? '', uriData: undefined };
}
