import { Pool } from 'undici';
import { decodeTokenMetadata, type TokenMetadata } from '@/lib/solana/accounts/token-metadata';
import { metadataAddressOf } from '@/lib/solana/address/program-address';
import { documentedMetadata } from '@/lib/solana/assemble-holdings';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '@/lib/solana/programs';

type Call = { method: string; params: unknown[] };
type Row = { pubkey: string; account: { data: { parsed: { info: { mint: string } } } } };
type AccountRow = { data: [string, string] } | null;

/**
 * Creates a hand-written reader that does the minimum work for a listing: one batch of three `jsonParsed` reads (which
 * include decimals), then all metadata accounts in parallel in chunks of 100, decoded into the documented fields. It
 * validates and serializes nothing, handles no errors, and supports only the classic token program.
 */
export function referenceReader(url: string) {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: 256 });
  const send = async (body: object): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await pool.request({
      path: pathname,
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return answer.body.json();
  };
  const message = ({ method, params }: Call, id: number) => ({ jsonrpc: '2.0', id, method, params });
  const encoding = 'jsonParsed';
  const owned = (owner: string, programId: string): Call => ({
    method: 'getTokenAccountsByOwner',
    params: [owner, { programId }, { encoding, commitment: 'confirmed' }],
  });
  const readMetadata = async (mints: readonly string[]): Promise<(TokenMetadata | undefined)[]> => {
    const keys = mints.map(metadataAddressOf);
    const call = { method: 'getMultipleAccounts', params: [keys, { encoding: 'base64' }] };
    const { result } = (await send(message(call, 0))) as { result: { value: AccountRow[] } };
    return result.value.map((row) =>
      row === null ? undefined : decodeTokenMetadata(Buffer.from(row.data[0], 'base64')),
    );
  };
  return async (owner: string) => {
    const balance = { method: 'getBalance', params: [owner] };
    const calls = [balance, owned(owner, TOKEN_PROGRAM), owned(owner, TOKEN_2022_PROGRAM)];
    const [lamports, ...lists] = (await send(calls.map(message))) as { result: { value: unknown } }[];
    const rows = lists.flatMap(({ result }) => result.value as Row[]);
    const chunks: Row[][] = [];
    for (let start = 0; start < rows.length; start += 100) chunks.push(rows.slice(start, start + 100));
    const nfts = await Promise.all(
      chunks.map(async (chunk) => {
        const metadata = await readMetadata(chunk.map(({ account }) => account.data.parsed.info.mint));
        return chunk.map(({ pubkey, account }, i) => ({
          mint: account.data.parsed.info.mint,
          address: pubkey,
          isSemiFungible: false,
          name: metadata[i]?.name,
          symbol: metadata[i]?.symbol,
          image: '',
          sellerFeeBasisPoints: metadata[i]?.sellerFeeBasisPoints,
          metadata: metadata[i] && documentedMetadata(metadata[i]),
        }));
      }),
    );
    return { lamports: lamports?.result.value, nfts: nfts.flat(), tokens: [] };
  };
}
