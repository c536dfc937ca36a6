import { relative, resolve } from 'node:path';
import { checkSync, type Diagnostics } from 'recheck';
import { describe, expect, it } from 'vitest';
import { type RegularExpression, regularExpressions, sourceFiles } from '../regular-expressions';

// If a pattern takes superlinear time, a single request can block the process. This test checks every pattern in the
// source, including patterns that currently match only trusted text.

// Use the JavaScript version of the checker, in this process, instead of the native or Java one.
process.env.RECHECK_SYNC_BACKEND = 'pure';

/** No time limits, so that results do not depend on the machine's load. */
const NO_LIMITS = { timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null };
const verdicts = new Map<string, Diagnostics>();

function verdictOf(source: string, flags: string): Diagnostics {
  const key = `/${source}/${flags}`;
  const verdict = verdicts.get(key) ?? checkSync(source, flags, NO_LIMITS);
  verdicts.set(key, verdict);
  return verdict;
}

/** Describes the fault of a pattern in one line; returns undefined if the pattern is safe. */
function faultOf({ file, line, source, flags }: RegularExpression): string | undefined {
  const at = `${relative(resolve('.'), file)}:${line}`;
  if (source === undefined) return `${at}: built at run time, so it cannot be checked`;
  const verdict = verdictOf(source, flags);
  if (verdict.status === 'safe') return undefined;
  const why =
    verdict.status === 'vulnerable'
      ? `vulnerable, ${verdict.complexity.summary}, by ${verdict.attack.pattern}`
      : `unknown, ${JSON.stringify(verdict.error)}`;
  return `${at}: /${source}/${flags} is ${why}`;
}

const faultsOf = (file: string, text?: string) =>
  regularExpressions(file, text).flatMap((pattern) => faultOf(pattern) ?? []);

describe('regular expressions', () => {
  it('regular expressions in the source take at most linear time', () => {
    const files = sourceFiles(resolve('.'));
    expect(files.flatMap((file) => faultsOf(file))).toEqual([]);
    expect(verdicts.size).toBeGreaterThan(100);
  }, 600_000);

  it.each([
    ['a literal', 'export const spaces = /\\s+$/;', '/\\s+$/ is vulnerable, 2nd degree polynomial'],
    ['a literal in a component', 'export const a = <a title={x.replace(/(a+)+$/u, "")} />;', 'exponential'],
    ['a constant', "new RegExp('^(a|a)*$', 'i');", '/^(a|a)*$/i is vulnerable, exponential'],
    ['a raw constant', 'RegExp(String.raw`\\d+x`)', '/\\d+x/ is vulnerable, 2nd degree polynomial'],
    ['concatenated text', "new RegExp('^' + name);", 'built at run time'],
    ['a literal in a call', 'new RegExp(/(.*)*x/s);', '/(.*)*x/s is vulnerable'],
    ['a literal in an argument', 'new RegExp(text.replace(/0+$/, ""));', '/0+$/ is vulnerable'],
  ])('the check for regular expressions reports a vulnerable one in %s', (_, text, fault) => {
    expect(faultsOf('planted.tsx', text).join('\n')).toContain(fault);
  });
});
