import { forEachYielding } from '@/lib/promises/for-each-yielding';
import type { SolanaAddress } from '@/lib/solana/address/address';
import type { OwnedTokenAccount } from '@/lib/solana/assemble-holdings';
import { TOKEN_PROGRAM } from '@/lib/solana/programs';
import type { ParseJson } from '@/lib/sources/transport/transport-type';

/** A row of a list of token accounts that was read from the answer's text; its addresses are not checked yet. */
export class ListedTokenAccount implements OwnedTokenAccount {
  readonly programId = TOKEN_PROGRAM;
  readonly account: OwnedTokenAccount['account'];

  constructor(
    readonly address: SolanaAddress,
    mint: SolanaAddress,
    owner: SolanaAddress,
    state: OwnedTokenAccount['account']['state'],
    amount: bigint,
    readonly decimals: number,
  ) {
    this.account = {
      mint,
      owner,
      amount,
      delegate: null,
      state,
      rentExemptReserve: null,
      delegatedAmount: 0n,
      closeAuthority: null,
    };
  }
}

/** What stands before the mint of a row. */
const ROW_BEGINNING = ',{"account":{"data":{"parsed":{"info":{"isNative":false,"mint":"';
/**
 * A further row of such a list as agave writes it, letter by letter: its members in the order of the alphabet (agave
 * `UiAccount` and `UiTokenAccount`, through `serde_json::Value`), of an account without delegate or close authority.
 */
const ROW =
  /,\{"account":\{"data":\{"parsed":\{"info":\{"isNative":false,"mint":"(\w{32,44})","owner":"(\w{32,44})","state":"(initialized|frozen)","tokenAmount":\{"amount":"(\d{1,20})","decimals":(\d{1,3}),"uiAmount":[\d.e-]{1,40},"uiAmountString":"[\d.]{1,40}"\}\},"type":"account"\},"program":"spl-token","space":165\},"executable":false,"lamports":\d{1,20},"owner":"TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA","rentEpoch":\d{1,20},"space":165\},"pubkey":"(\w{32,44})"\}/y;
const MAX_U64 = 2n ** 64n - 1n;

/** How a list of parsed accounts begins, and within how many bytes of an answer. */
const LIST = '"value":[{"account":{"data":{"parsed":{';
const LIST_WITHIN = 1024;
/** Shorter answers are parsed as quickly. */
const SHORT_BYTES = 16 * 1024;
/** How a further row begins. In JSON this is in no string, for a quote ends that. */
const NEXT_ROW = ',{"account":{"data":';
/** Bytes that are looked through at a time, and the most of a row. */
const BLOCK_BYTES = 32 * 1024;
const ROW_BYTES = 1024;

/**
 * An answer of a Solana node, as `parse` reads it; but in a list of classic token accounts that the node has parsed, rows
 * of the usual kind are `ListedTokenAccount`s, behind the others. They are read from the text in a third of the time:
 * `JSON.parse` makes six objects of each, which are thrown away, and that was a tenth of a listing.
 * @throws what `parse` throws
 */
export async function parseSolanaBody(bytes: Buffer, parse: ParseJson): Promise<unknown> {
  const listAt = bytes.length < SHORT_BYTES ? -1 : bytes.subarray(0, LIST_WITHIN).indexOf(LIST);
  const firstEnd = listAt < 0 ? -1 : bytes.indexOf(NEXT_ROW, listAt);
  if (firstEnd < 0) return parse(bytes);
  const rows = new ListedRows(bytes, firstEnd);
  const blocks = Array.from({ length: Math.ceil(bytes.length / (BLOCK_BYTES - ROW_BYTES)) + 1 });
  await forEachYielding(blocks, () => rows.readBlock(), 1);
  // Where most would be copied, little is gained.
  if (rows.restBytes > bytes.length / 2) return parse(bytes);
  // The first row is left where it is, and tells which list the others belong to.
  const first = bytes.toString('utf8', bytes.indexOf('[', listAt) + 1, firstEnd);
  const rest = await parse(rows.rest()).catch(() => undefined);
  const list = listBeginningWith(rest, first);
  // What is no JSON without those rows is none that was understood.
  if (list === undefined) return parse(bytes);
  await forEachYielding(rows.found, (row) => list.push(row));
  return rest;
}

/** Takes rows out of the text of an answer, from the end of the first one. */
class ListedRows {
  readonly found: ListedTokenAccount[] = [];
  /** What is not taken out: from, to. */
  private readonly kept: [number, number][];
  private isOver = false;
  /** The owner of the last row, mostly that of all. */
  private owner = '';

  constructor(
    private readonly bytes: Buffer,
    private at: number,
  ) {
    this.kept = [[0, at]];
  }

  readBlock(): void {
    const { bytes } = this;
    const blockAt = this.at;
    const block = bytes.toString('latin1', blockAt, blockAt + BLOCK_BYTES);
    const isLast = blockAt + block.length === bytes.length;
    while (!this.isOver && (isLast || this.at + ROW_BYTES <= blockAt + block.length)) {
      ROW.lastIndex = this.at - blockAt;
      const row = this.rowOf(ROW.exec(block));
      if (row === undefined) this.keepRow();
      else {
        this.found.push(row);
        this.at = blockAt + ROW.lastIndex;
      }
    }
  }

  /** Bytes of `rest`. */
  get restBytes(): number {
    return this.kept.reduce((sum, [from, to]) => sum + to - from, 0);
  }

  /** The text without what was taken out of it. */
  rest(): Buffer {
    return Buffer.concat(this.kept.map(([from, to]) => this.bytes.subarray(from, to)));
  }

  /** Addresses are copied: a part of a text keeps the whole of it in memory. */
  private rowOf(match: RegExpExecArray | null): ListedTokenAccount | undefined {
    if (match === null) return undefined;
    const { bytes, at } = this;
    const [{ length }, mint = '', owner = '', state = '', digits = '', decimals = '', address = ''] = match;
    const amount = BigInt(digits);
    if (amount > MAX_U64 || Number(decimals) > 255) return undefined;
    const mintAt = at + ROW_BEGINNING.length;
    const addressEnd = at + length - '"}'.length;
    if (owner !== this.owner) {
      const ownerAt = mintAt + mint.length + '","owner":"'.length;
      this.owner = bytes.toString('latin1', ownerAt, ownerAt + owner.length);
    }
    return new ListedTokenAccount(
      bytes.toString('latin1', addressEnd - address.length, addressEnd),
      bytes.toString('latin1', mintAt, mintAt + mint.length),
      this.owner,
      state === 'frozen' ? 'frozen' : 'initialized',
      amount,
      Number(decimals),
    );
  }

  /** Leaves the row that begins here in the text, or all the rest after the last one. */
  private keepRow(): void {
    const { bytes, kept, at } = this;
    const next = bytes[at] === COMMA ? bytes.indexOf(NEXT_ROW, at + 1) : -1;
    this.isOver = next < 0;
    this.at = this.isOver ? bytes.length : next;
    const last = kept.at(-1);
    if (last?.[1] === at) last[1] = this.at;
    else kept.push([at, this.at]);
  }
}

const COMMA = 0x2c;

/** The list of an answer, or of one of a batch, whose first row has this text; undefined where there is none. */
function listBeginningWith(body: unknown, row: string): unknown[] | undefined {
  const pubkey = pubkeyOf(row);
  for (const answer of Array.isArray(body) ? (body as unknown[]) : [body]) {
    const { result } = (answer ?? {}) as { result?: { value?: unknown } };
    const list = result?.value;
    if (Array.isArray(list) && (list[0] as { pubkey?: unknown } | null)?.pubkey === pubkey) return list;
  }
  return undefined;
}

function pubkeyOf(row: string): unknown {
  try {
    return (JSON.parse(row) as { pubkey?: unknown }).pubkey;
  } catch {
    return Symbol('none');
  }
}
