import { appendFileSync } from 'node:fs';

/**
 * Vitest reporter for `npm test`. Writes one line per failed test to the file `SATCHEL_TEST_FAILURES`. `npm test`
 * prints them last, for CI systems that keep only the end of the output.
 */
export default class FailedTestsReporter {
  onTestCaseResult(test) {
    const { state, errors = [] } = test.result();
    if (state === 'failed') report(test, errors);
  }

  onTestModuleEnd(file) {
    if (file.errors().length > 0) report(file, file.errors());
  }

  onTestSuiteResult(suite) {
    if (suite.errors().length > 0) report(suite, suite.errors());
  }
}

function report({ fullName, module, relativeModuleId }, [error]) {
  const file = relativeModuleId ?? module.relativeModuleId;
  const message = (error?.message ?? '').split('\n')[0].slice(0, 300);
  const name = [file, fullName].filter(Boolean).join(' › ');
  appendFileSync(process.env.SATCHEL_TEST_FAILURES, `failed: ${name}${message ? `: ${message}` : ''}\n`);
}
