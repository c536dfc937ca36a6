// Prints what an account holds, and the smart account of a Bitcoin key, with the client of a Satchel service.
//   curl -O http://localhost:3000/client.js -O http://localhost:3000/client.d.ts
//   PROJECT_ID=… PROJECT_SERVER_KEY=… node holdings.mjs [chain id] [account]
import { createClient, SatchelError } from './client.js';

const [chainId = 104, accountAddress = '4UAQRrXpn6dwBucduiaCsfXfbx6BoRnuXQ9nohYPkyby'] =
  process.argv.slice(2);

try {
  const client = createClient({
    baseUrl: process.env.SATCHEL_URL ?? 'http://localhost:3000',
    projectId: process.env.PROJECT_ID,
    serverKey: process.env.PROJECT_SERVER_KEY,
  });
  const holdings = await client.enhancedGetTokensAndNFTs({ chainId: Number(chainId), accountAddress });
  // Amounts are numbers up to 2^53-1 and bigints beyond. BigInt accepts both, so nothing is rounded.
  console.log(`${BigInt(holdings.lamports)} lamports, ${holdings.nfts.length} NFTs`);
  for (const { symbol, amount, decimals } of holdings.tokens)
    console.log(`${symbol || '?'}: ${amount} (${decimals} decimals)`);

  const btcPublicKey = '02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c';
  const configs = ['1.0.0', '2.0.0'].map((version) => ({ name: 'BTC', version, btcPublicKey }));
  const outcomes = await client.batch(
    configs.map((accountConfig) => ({
      method: 'aa_getBTCAccount',
      params: { chainId: 31337, accountConfig },
    })),
  );
  for (const one of outcomes) console.log(one.ok ? one.result.smartAccountAddress : one.error.reason);
} catch (thrown) {
  if (!(thrown instanceof SatchelError)) throw thrown;
  console.error(`${thrown.reason}: ${thrown.message}`);
  process.exitCode = 1;
}
