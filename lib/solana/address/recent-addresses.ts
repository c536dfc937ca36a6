import { cacheEntries } from '@/lib/cache-sizes';
import { encodeBase58 } from './base58';

const BYTES = 32;
/** The largest power of two that the cache may hold. */
const PLACES = 2 ** Math.floor(Math.log2(cacheEntries('recentAddresses')));

/**
 * Addresses that were written lately, by their bytes. A wallet names few addresses often: its owner in every account,
 * a collection and its creators in every item, each mint three times. Listing 10,000 NFTs takes a fifth less CPU, and
 * each address is one string in memory. Each place holds one address; the next one that falls there takes it.
 */
export class RecentAddresses {
  private readonly bytes = new Uint8Array(PLACES * BYTES);
  private readonly texts = new Array<string | undefined>(PLACES).fill(undefined);

  /** 32 bytes of `bytes`, from `offset`, as base58. */
  textOf(bytes: Uint8Array, offset: number): string {
    const place = placeOf(bytes, offset);
    const known = this.texts[place];
    const start = place * BYTES;
    if (known !== undefined && this.holds(start, bytes, offset)) return known;
    const text = encodeBase58(bytes, offset);
    for (let i = 0; i < BYTES; i++) this.bytes[start + i] = bytes[offset + i] ?? 0;
    this.texts[place] = text;
    return text;
  }

  private holds(start: number, bytes: Uint8Array, offset: number): boolean {
    for (let i = 0; i < BYTES; i++) if (this.bytes[start + i] !== bytes[offset + i]) return false;
    return true;
  }
}

/** Keys are random in all their bytes; programs' own addresses are not, but they are few. */
const placeOf = (bytes: Uint8Array, offset: number): number =>
  (((bytes[offset + 3] ?? 0) << 16) ^ ((bytes[offset + 11] ?? 0) << 8) ^ (bytes[offset + 19] ?? 0)) &
  (PLACES - 1);
