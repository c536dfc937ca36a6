import type { Outcomes } from './callers';

/** One line of the results: what was checked, what was observed, and what is wrong, if anything. */
type Row = { what: string; seen: string; wrong?: string | undefined };

/** Prints and collects the results of the run. */
export class Results {
  private readonly rows: Row[] = [];

  /**
   * Adds a result.
   * @param wrong what is wrong; undefined if the check has passed
   */
  add(what: string, seen: string, wrong?: string): void {
    this.rows.push({ what, seen, wrong });
    process.stdout.write(
      `  ${wrong === undefined ? '✓' : '×'} ${what}: ${seen}${wrong ? ` (${wrong})` : ''}\n`,
    );
  }

  /** Adds a result that passes if `isSo` is true. */
  expect(what: string, isSo: boolean, seen: string): void {
    this.add(what, seen, isSo ? undefined : 'unexpected');
  }

  /**
   * Adds the outcomes of calls during an event.
   * @param allowed outcomes that callers may get, in addition to `result`
   */
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

  /** Prints a summary. Returns the number of failed checks. */
  print(): number {
    const failed = this.rows.filter(({ wrong }) => wrong !== undefined).length;
    const cells = this.rows.map(({ what, seen, wrong }) => `| ${what} | ${seen} | ${wrong ?? 'ok'} |`);
    process.stdout.write(`\n| what | seen | result |\n| --- | --- | --- |\n${cells.join('\n')}\n`);
    process.stdout.write(`\n${this.rows.length - failed} passed, ${failed} failed\n`);
    return failed;
  }
}
