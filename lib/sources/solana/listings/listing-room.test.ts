import { describe, expect, it } from 'vitest';
import { ByteBudget } from '@/lib/promises/byte-budget';
import { scopeOf } from '@/lib/promises/request-scope';
import { addressOf } from '@/lib/testing/solana/solana-wallet';
import { ListingRoom } from './listing-room';
import { ListingWork } from './listing-work';

const WHOLE = { perPage: Number.POSITIVE_INFINITY, isWhole: true };
const never = () => scopeOf(new AbortController().signal);
const OVERLOADED = { name: 'OverloadedError' };
/** Room for so many listings of 10,000, by memory or by work. */
const memoryFor = (listings: number) => new ByteBudget(listings * 35_000_000 + 1_000_000);
const LARGE = 10_000;

describe('room for listings', () => {
  it('is taken by the size that a wallet had the last time, before anything is read', async () => {
    const memory = memoryFor(1);
    const room = new ListingRoom(memory, undefined, 5);
    const first = await room.enter(addressOf('large'), WHOLE, never());
    await first.count(LARGE);
    expect(memory.held).toBe(35_000_000);
    first.leave();
    expect(memory.held).toBe(0);
    const again = await room.enter(addressOf('large'), WHOLE, never());
    expect(memory.held).toBe(35_000_000);
    await expect(room.enter(addressOf('large'), WHOLE, never())).rejects.toMatchObject(OVERLOADED);
    // Some mints of it, and a page, cost what they cost.
    const some = await room.enter(addressOf('large'), { ...WHOLE, isWhole: false }, never());
    some.leave();
    again.leave();
    const page = await room.enter(addressOf('large'), { perPage: 100, isWhole: true }, never());
    expect(memory.held).toBe(LARGE * 500 + 100 * 3_500);
    page.leave();
    expect(memory.held).toBe(0);
  });

  it('of wallets that nobody knows: those that are not counted in time are refused like those that were', async () => {
    const memory = memoryFor(12);
    const room = new ListingRoom(memory, undefined, 0);
    const listings = await Promise.all(
      Array.from({ length: 30 }, (_, i) => room.enter(addressOf(`wallet ${i}`), WHOLE, never())),
    );
    expect(memory.held).toBe(0);
    await listings[0]?.expect('list', LARGE);
    const refused = listings.filter(({ refusal }) => refusal !== undefined);
    expect(refused).toHaveLength(18);
    for (const { refusal, scope } of refused) {
      expect(refusal).toMatchObject(OVERLOADED);
      expect(scope.signal.aborted).toBe(true);
    }
    // The others have their room, whenever they are counted.
    for (const listing of listings) if (listing.refusal === undefined) await listing.hold(LARGE);
    for (const listing of listings) listing.leave();
    expect(memory.held).toBe(0);
  });

  it('of wallets none of which is counted yet: a full processor lets in what it can answer, a slow node is waited for', async () => {
    for (const [active, admitted] of [
      [1, 3],
      [0, 30],
    ] as const) {
      let time = 0;
      const work = new ListingWork(1_200 * 3 + 100, () => {
        time += 100;
        return { active: active * time, idle: (1 - active) * time };
      });
      const room = new ListingRoom(undefined, work, 0);
      const listings = await Promise.all(
        Array.from({ length: 30 }, (_, i) => room.enter(addressOf(`wallet ${i}`), WHOLE, never())),
      );
      room.refuseOverdue();
      expect(listings.filter(({ refusal }) => refusal === undefined)).toHaveLength(admitted);
      for (const listing of listings) listing.leave();
      expect(work.budget.held).toBe(0);
    }
  });

  it('is given back as accounts are read', async () => {
    const work = new ListingWork(10_000);
    const room = new ListingRoom(undefined, work);
    const listing = await room.enter(addressOf('wallet'), WHOLE, never());
    await listing.count(1_000);
    const all = work.budget.held;
    listing.noteRead(1_500);
    expect(work.budget.held).toBeCloseTo(all / 2, 6);
    listing.leave();
    expect(work.budget.held).toBeCloseTo(0, 6);
  });

  it('is not taken anew from a listing that was let in when reading turns out slower', async () => {
    let active = 0;
    const work = new ListingWork(2_400, () => ({ active, idle: 0 }));
    const room = new ListingRoom(undefined, work, 0);
    const [first, second] = [
      await room.enter(addressOf('first'), WHOLE, never()),
      await room.enter(addressOf('second'), WHOLE, never()),
    ];
    await first.expect('list', LARGE);
    await second.expect('list', LARGE);
    for (let i = 0; i < 10; i++) {
      active += 30_000;
      work.noteRead(30_000);
    }
    await first.count(LARGE);
    await second.count(LARGE);
    first.leave();
    second.leave();
    expect(work.budget.held).toBeCloseTo(0, 6);
  });

  it('reads four large listings at a time, the rest in order, and small ones at once', async () => {
    const room = new ListingRoom();
    const begin = async (name: string, size: number) => {
      const listing = await room.enter(addressOf(name), WHOLE, never());
      let begun = false;
      const counted = listing.count(size).then(() => {
        begun = true;
      });
      await new Promise(setImmediate);
      return { listing, counted, hasBegun: () => begun };
    };
    const large = [];
    for (let i = 0; i < 6; i++) large.push(await begin(`large ${i}`, LARGE));
    expect(large.map(({ hasBegun }) => hasBegun())).toEqual([true, true, true, true, false, false]);
    expect((await begin('small', 100)).hasBegun()).toBe(true);
    large[0]?.listing.leave();
    await large[4]?.counted;
    expect(large[5]?.hasBegun()).toBe(false);
  });
});

describe('the work of listings', () => {
  it('is measured while they are read', () => {
    let active = 0;
    const work = new ListingWork(10_000, () => ({ active, idle: 0 }));
    const first = work.msOf(1_000);
    for (let i = 0; i < 30; i++) {
      active += 30_000 * 0.1;
      work.noteRead(30_000);
    }
    expect(work.msOf(1_000)).toBeCloseTo(100, 0);
    expect(first).toBe(40);
  });
});
