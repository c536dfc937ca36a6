import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { FailureNotice } from './failure-notice';

const notice = (reason: string, retry: boolean, refused: string) =>
  renderToStaticMarkup(
    <FailureNotice
      title="Couldn’t read this account"
      failure={{ ok: false, status: 400, reason, message: 'It failed', retry }}
      refused={refused}
    />,
  );

it('a failed lookup offers to correct only text that was rejected and is complete', () => {
  expect(notice('invalid-address', false, '0OIl')).toContain('href="/?q=0OIl"');
  for (const html of [
    // The text is valid, but the node fails, or the name is not registered.
    notice('upstream-unavailable', true, 'So11111111111111111111111111111111111111112'),
    notice('name-not-found', false, 'unregistered.sol'),
    // The text was clipped, so that correcting it would lose the rest.
    notice('invalid-address', false, `${'x'.repeat(119)}…`),
  ]) {
    expect(html).not.toContain('Correct it');
    expect(html).toContain('Look up something else');
  }
});
