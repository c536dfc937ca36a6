import 'server-only';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadInTurns } from './load-in-turns';

/** A page's tree as Next has it: a segment, those below it, and its files, each with what loads it. */
type LoaderTree = [segment: string, below: Record<string, LoaderTree>, files: Record<string, unknown>];

type Segments = readonly string[];

const NOT_FOUND = 'app/_not-found/page.js';

/** Loads what is built of pages in pieces, before Next would load a page at once: 0.3 s for the first, without a turn. */
export class PageEntries {
  private paths: Promise<[path: Segments, entry: string][]> | undefined;
  private readonly loaded = new Map<string, Promise<void>>();

  /** @param folder what Next has built (`.next/server`). @param require as a module of the project has it */
  constructor(
    private readonly folder: string,
    private readonly require: NodeJS.Require,
  ) {}

  /** Loads what answers a path, once: the page that says "not found" where nothing else does. */
  async loadFor(path: string): Promise<void> {
    if (path.startsWith('/_next/')) return; // files
    this.paths ??= this.readPaths();
    const segments = path.split('/').filter((segment) => segment !== '');
    const isAnswer = ([of]: [Segments, string]) =>
      of.length === segments.length && of.every((one, i) => one.startsWith('[') || one === segments[i]);
    const entry = (await this.paths).find(isAnswer)?.[1];
    await this.load(entry ?? NOT_FOUND);
  }

  /** Loads an entry, once: its chunks, itself, and the modules of its tree. */
  load(entry: string): Promise<void> {
    const loading = this.loaded.get(entry) ?? this.loadPieces(entry);
    this.loaded.set(entry, loading);
    return loading;
  }

  private async loadPieces(entry: string): Promise<void> {
    const file = join(this.folder, entry);
    const chunks = [...(await readFile(file, 'utf8')).matchAll(/^R\.c\("server\/(.+)"\)$/gm)];
    await loadInTurns(chunks, ([, chunk = '']) => this.require(join(this.folder, chunk)));
    await loadInTurns([file], this.require);
    const tree: LoaderTree | undefined = this.require(file).routeModule?.userland?.loaderTree;
    if (tree) await loadInTurns(loadersOf(tree), (load) => load());
  }

  /** The pages and routes, those of a fixed path first. */
  private async readPaths(): Promise<[Segments, string][]> {
    const text = await readFile(join(this.folder, 'app-paths-manifest.json'), 'utf8');
    const entries = Object.entries(JSON.parse(text) as Record<string, string>);
    return entries
      .sort(([one], [other]) => one.split('[').length - other.split('[').length)
      .map(([name, entry]) => [segmentsOf(name), entry]);
  }
}

/** What `/(dashboard)/account/[address]/page` answers: `account` and any one segment. */
const segmentsOf = (name: string): Segments =>
  name
    .split('/')
    .slice(1, -1)
    .filter((segment) => !segment.startsWith('('));

function* loadersOf([, below, files]: LoaderTree): Generator<() => unknown> {
  for (const file of Object.values(files))
    if (Array.isArray(file) && typeof file[0] === 'function') yield file[0];
  for (const tree of Object.values(below)) yield* loadersOf(tree);
}
