import { describe, expect, it } from 'vitest';
import { forVisitor } from './caller';
import { linkedSignal } from './linked-signal';
import { SharedPlaces } from './shared-places';

const project = () => new AbortController().signal;
const visitor = () => forVisitor(new AbortController().signal);

/** Asks for a place, and tells whether it has come. */
async function ask(places: SharedPlaces, signal: AbortSignal) {
  let release: (() => void) | undefined;
  const acquired = places.acquire(signal).then((give) => {
    release = give;
  });
  acquired.catch(() => undefined);
  await new Promise(setImmediate);
  return { has: () => release !== undefined, release: () => release?.(), acquired };
}
const many = async (count: number, places: SharedPlaces, signal: () => AbortSignal) => {
  const asked = [];
  for (let i = 0; i < count; i++) asked.push(await ask(places, signal()));
  return asked;
};
const got = (asked: { has: () => boolean }[]) => asked.filter(({ has }) => has()).length;

describe('places that projects and visitors share', () => {
  it('leave a project places at once, however many visitors wait', async () => {
    const places = new SharedPlaces(8);
    const visitors = await many(20, places, visitor);
    expect(got(visitors)).toBe(6);
    const projects = await many(2, places, project);
    expect(got(projects)).toBe(2);
    expect(places.isUsedUp).toBe(true);
  });

  it('are half the visitors’ at most while a project holds one, and never given to one while a project waits', async () => {
    const places = new SharedPlaces(8);
    const own = await ask(places, project());
    const visitors = await many(10, places, visitor);
    expect(got(visitors)).toBe(4);
    const projects = await many(5, places, project);
    expect(got(projects)).toBe(3);
    visitors[0]?.release();
    await new Promise(setImmediate);
    expect([got(projects), got(visitors)]).toEqual([4, 4]);
    visitors[1]?.release();
    await new Promise(setImmediate);
    expect([got(projects), got(visitors)]).toEqual([5, 4]);
    // One more project's call leaves its place to the visitors, up to their half.
    own.release();
    await new Promise(setImmediate);
    expect(got(visitors)).toBe(5);
  });

  it('are all the projects’ where no visitor comes, and one the visitors’ where there is only one', async () => {
    const all = new SharedPlaces(8);
    expect(got(await many(9, all, project))).toBe(8);
    const one = new SharedPlaces(1);
    expect(got(await many(2, one, visitor))).toBe(1);
  });

  it('go on to visitors when the project that waited has left', async () => {
    const places = new SharedPlaces(2);
    const visitors = await many(2, places, visitor);
    expect(got(visitors)).toBe(1);
    await ask(places, project());
    const gone = new AbortController();
    const leaving = await ask(places, gone.signal);
    expect(leaving.has()).toBe(false);
    gone.abort(new Error('gone'));
    await expect(leaving.acquired).rejects.toThrow('gone');
    visitors[0]?.release();
    await new Promise(setImmediate);
    expect(got(visitors)).toBe(2);
  });

  it('know a visitor’s work by any signal that comes of its own', async () => {
    const places = new SharedPlaces(4);
    const asked = await many(4, places, () => linkedSignal(linkedSignal(visitor()).signal).signal);
    expect(got(asked)).toBe(3);
  });

  it('grow for who waits, and shrink without taking any back', async () => {
    const places = new SharedPlaces(1);
    const asked = await many(3, places, project);
    places.resize(3);
    await new Promise(setImmediate);
    expect(got(asked)).toBe(3);
    places.resize(1);
    asked[0]?.release();
    asked[1]?.release();
    expect(places.free('project')).toBe(0);
    asked[2]?.release();
    expect(places.free('project')).toBe(1);
  });
});
