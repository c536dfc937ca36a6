import { appendFileSync } from 'node:fs';

/**
 * Vitest reporter of `npm test`: writes a line for each test that failed, or passed at its second try only, to the
 * file that `SATCHEL_TEST_FAILURES` names, for the closing lines. A CI that keeps the end of the output alone tells
 * by it which test it was.
 */
export default class FailedTestsReporter {
  onTestCaseResult(test) {
    const { state, errors = [] } = test.result();
    const { flaky = false } = test.diagnostic() ?? {};
    if (state === 'failed') tell('failed', test, errors);
    else if (flaky) tell('passed at its second try', test, errors);
  }

  onTestModuleEnd(file) {
    if (file.errors().length > 0) tell('failed', file, file.errors());
  }

  onTestSuiteResult(suite) {
    if (suite.errors().length > 0) tell('failed', suite, suite.errors());
  }
}

function tell(what, { fullName, module, relativeModuleId }, [error]) {
  const file = relativeModuleId ?? module.relativeModuleId;
  const message = (error?.message ?? '').split('\n')[0].slice(0, 300);
  const name = [file, fullName].filter(Boolean).join(' › ');
  appendFileSync(process.env.SATCHEL_TEST_FAILURES, `${what}: ${name}${message ? `: ${message}` : ''}\n`);
}
