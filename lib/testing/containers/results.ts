import type { Outcomes } from './callers';

/** One line of the table: what was checked, what was seen, and what is wrong with it, if anything. */
type Row = { what: string; seen: string; wrong?: string | undefined };

/** Collects what the run has shown. */
export class Results {
  private readonly rows: Row[] = [];

  /** Adds a result. @param wrong what is wrong; undefined if nothing is */
  add(what: string, seen: string, wrong?: string): void {
    this.rows.push({ what, seen, wrong });
    process.stdout.write(
      `  ${wrong === undefined ? '✓' : '×'} ${what}: ${seen}${wrong ? ` (${wrong})` : ''}\n`,
    );
  }

  /** Adds a result that is right if it is true. */
  expect(what: string, isSo: boolean, seen: string): void {
    this.add(what, seen, isSo ? undefined : 'unexpected');
  }

  /** Adds the answers during an event. @param allowed outcomes besides `result` that callers may get */
  addCalls(what: string, outcomes: Outcomes, allowed: readonly string[] = []): void {
    const total = [...outcomes.values()].reduce((sum, count) => sum + count, 0);
    const bad = [...outcomes].filter(([outcome]) => outcome !== 'result' && !allowed.includes(outcome));
    const failed = bad.reduce((sum, [, count]) => sum + count, 0);
    const seen = [...outcomes].sort(([, a], [, b]) => b - a).map(([outcome, count]) => `${count} ${outcome}`);
    this.add(
      what,
      `${total} calls: ${seen.join(', ')}`,
      failed > 0 || total === 0 ? `${failed} failed` : undefined,
    );
  }

  /** Prints the table; returns the number of failures. */
  print(): number {
    const failed = this.rows.filter(({ wrong }) => wrong !== undefined).length;
    const cells = this.rows.map(({ what, seen, wrong }) => `| ${what} | ${seen} | ${wrong ?? 'ok'} |`);
    process.stdout.write(`\n| what | seen | result |\n| --- | --- | --- |\n${cells.join('\n')}\n`);
    process.stdout.write(`\n${this.rows.length - failed} passed, ${failed} failed\n`);
    return failed;
  }
}
