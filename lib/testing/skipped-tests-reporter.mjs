import { existsSync, readFileSync } from 'node:fs';

const BUILD = '.next/BUILD_ID';

/**
 * Vitest reporter of `npm run unit`. If the pages are not built, its last line says how many tests were skipped for that
 * reason. Those are the skipped tests of the files that look for `.next/BUILD_ID`.
 */
export default class SkippedTestsReporter {
  onInit({ config }) {
    this.isFiltered = config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules) {
    if (existsSync(BUILD)) return;
    const skipped = modules
      .filter(({ moduleId }) => readFileSync(moduleId, 'utf8').includes(BUILD))
      .map((file) => [...file.children.allTests('skipped')].length)
      .filter((count) => count > 0);
    if (skipped.length === 0) return;
    const tests = skipped.reduce((sum, count) => sum + count, 0);
    // A filter by name skips tests, too.
    const count = this.isFiltered ? 'tests' : `${tests} tests`;
    process.stdout.write(
      `\n NOT RUN: ${count} in ${skipped.length} files, because the pages are not built. Build them first: npm run build\n`,
    );
  }
}
