import { expect } from '@playwright/test';
import { test } from './test';

// Tests the generated client in a page of the service, imported by a script under the page's content security policy.

const KEY = '02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c';

test('a client that runs in a page calls the page’s own service without a key, and refuses a server key', async ({
  page,
}) => {
  const refused: string[] = [];
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
  await page.goto('/docs');
  const told = await page.evaluate(async (btcPublicKey) => {
    const path = '/client.js';
    const { createClient } = await import(path);
    const client = createClient();
    const accountConfig = { name: 'BTC', version: '1.0.0', btcPublicKey };
    const { smartAccountAddress } = await client.aa_getBTCAccount({ chainId: 31337, accountConfig });
    const accountAddress = '4UAQRrXpn6dwBucduiaCsfXfbx6BoRnuXQ9nohYPkyby';
    const [listed] = await client.batch([
      { method: 'enhancedGetTokensAndNFTs', params: { chainId: 104, accountAddress } },
    ]);
    const reasonOf = (options: object) => {
      try {
        return createClient(options);
      } catch (thrown) {
        return (thrown as { reason: string }).reason;
      }
    };
    return {
      smartAccountAddress,
      lamports: String(listed.result.lamports),
      withKey: reasonOf({ projectId: 'p', serverKey: 'k' }),
      elsewhere: reasonOf({ baseUrl: 'http://other.example' }),
    };
  }, KEY);
  expect(told).toEqual({
    smartAccountAddress: '0xB1dC48F7D8A7D36F4F244756971bb3A8f39f96bc',
    lamports: '9007199254740993',
    withKey: 'server-key-in-page',
    elsewhere: 'other-origin',
  });
  expect(refused).toEqual([]);
});
