/** Most pieces of work under way at once. */
export type QueueLimits = {
  all: number;
  /** Of one name. */
  each: number;
  /** Of one name, those that were put first included. */
  eachFirst: number;
};

/** The work of one name that has not begun. */
type Line = { first: string[]; rest: string[]; next: number; running: number };

/**
 * Pieces of work that belong to names, such as the hosts that they ask: begun in the order in which they were added,
 * the names in turn, but those that are put first before all others.
 */
export class PriorityQueue {
  private readonly lines = new Map<string, Line>();
  private readonly added = new Set<string>();
  /** What has not begun, with its line. */
  private readonly waiting = new Map<string, Line>();
  /** Lines with work that was put first, and those that may begin one more of the rest. */
  private readonly urgent = new Set<Line>();
  private readonly ready = new Set<Line>();
  private running = 0;
  /** While what is put first has all places for itself. */
  private held: NodeJS.Timeout | undefined;
  private onRest: () => void = () => {};
  private over = false;

  /** @param work does a piece; must not throw */
  constructor(
    private readonly work: (key: string) => Promise<unknown>,
    private readonly most: QueueLimits,
  ) {}

  /** Adds a piece of work, each key once. It begins with the next `begin`. */
  add(key: string, name: string): void {
    if (this.added.has(key)) return;
    this.added.add(key);
    const line = this.lines.get(name) ?? { first: [], rest: [], next: 0, running: 0 };
    this.lines.set(name, line);
    line.rest.push(key);
    this.ready.add(line);
    this.waiting.set(key, line);
  }

  /** Has these done before what was put first earlier; what has begun or is not known is left out. */
  putFirst(keys: readonly string[]): void {
    const byLine = new Map<Line, string[]>();
    for (const key of keys) {
      const line = this.waiting.get(key);
      if (line !== undefined) byLine.set(line, [...(byLine.get(line) ?? []), key]);
    }
    for (const [line, first] of byLine) {
      const before = line.first.filter((key) => this.waiting.has(key) && !first.includes(key));
      line.first = [...first, ...before];
      this.urgent.add(line);
    }
    this.begin();
  }

  /** Begins whatever may begin. */
  begin(): void {
    if (this.over) return;
    for (const line of this.urgent) {
      // Twice the places: what somebody looks at does not wait for the rest of other names.
      while (line.running < this.most.eachFirst && this.running < 2 * this.most.all)
        if (!this.beginNext(line, this.takeFirst(line))) break;
      if (line.first.length === 0) this.urgent.delete(line);
    }
    while (this.held === undefined && this.running < this.most.all) {
      const [line] = this.ready;
      if (line === undefined) return;
      this.ready.delete(line);
      if (line.running >= this.most.each) continue;
      // Behind the other names.
      if (this.beginNext(line, this.takeNext(line))) this.ready.add(line);
    }
  }

  /** For so long from now, in ms, nothing begins but what is put first. */
  holdRest(ms: number): void {
    clearTimeout(this.held);
    this.held = setTimeout(() => {
      this.held = undefined;
      this.onRest();
      this.begin();
    }, ms);
  }

  /** Resolves when the rest is not held back; at once where nobody holds it. */
  async restBegins(): Promise<void> {
    if (this.held !== undefined) await new Promise<void>((resolve) => (this.onRest = resolve));
  }

  /** Nothing more begins. */
  end(): void {
    this.over = true;
    clearTimeout(this.held);
  }

  private takeFirst(line: Line): string | undefined {
    let key = line.first.shift();
    while (key !== undefined && !this.waiting.has(key)) key = line.first.shift();
    return key;
  }

  private takeNext(line: Line): string | undefined {
    while (line.next < line.rest.length) {
      const key = line.rest[line.next++];
      if (key !== undefined && this.waiting.has(key)) return key;
    }
    return undefined;
  }

  private beginNext(line: Line, key: string | undefined): boolean {
    if (key === undefined) return false;
    this.waiting.delete(key);
    line.running += 1;
    this.running += 1;
    void this.work(key).then(() => {
      line.running -= 1;
      this.running -= 1;
      this.ready.add(line);
      this.begin();
    });
    return true;
  }
}
