// Records a list of Bitcoin public keys in a Satchel service, with their accounts of both versions.
//   curl -O http://localhost:3000/client.js
//   PROJECT_ID=… PROJECT_SERVER_KEY=… node import-keys.mjs FILE
// A line of FILE is a public key and, optionally, after commas, a Bitcoin address and a chain id (the first of EVM_CHAINS, or 1).
// FILE.refused gets the number of each line that was refused, with the reason. FILE.progress has the last confirmed line,
// after which the next run resumes. The chains need an endpoint, and more than 50,000 keys an hour NEW_PAIRINGS_PER_HOUR=0.
import { isUtf8 } from 'node:buffer';
import * as fs from 'node:fs';
import { createClient } from './client.js';

const [file] = process.argv.slice(2);
if (!file || !process.env.PROJECT_ID || !process.env.PROJECT_SERVER_KEY) {
  console.error('Usage: PROJECT_ID=… PROJECT_SERVER_KEY=… node import-keys.mjs FILE');
  process.exit(2);
}
const client = createClient({
  baseUrl: process.env.SATCHEL_URL ?? 'http://localhost:3000',
  projectId: process.env.PROJECT_ID,
  serverKey: process.env.PROJECT_SERVER_KEY,
  // The client waits for limits (Retry-After) and repeats lost calls.
  timeoutMs: 3_600_000,
  retries: 100,
});

/** Makes calls of a method. Throws an error that has another reason than a call's parameters. */
async function callAll(method, calls) {
  if (calls.length === 0) return [];
  const outcomes = await client.batch(calls.map(({ params }) => ({ method, params })));
  return outcomes.map(({ result, error }, i) => {
    if (error && error.code !== -32602 && error.code !== -32001) throw error;
    return { ...calls[i], result, error };
  });
}

/** Returns the calls that record a line, one for each version. Longer lines are invalid, so that they can be cut. */
function callsOf(line, number) {
  const [btcPublicKey, address, chain] = line.length > 500 ? [line.slice(0, 500)] : line.split(/[,;\t]/);
  const chainId = chain?.trim() && { chainId: /^\s*\d+\s*$/.test(chain) ? Number(chain) : chain };
  const btcAddress = address?.trim() || undefined;
  return ['1.0.0', '2.0.0'].map((version) => {
    const accountConfig = { name: 'BTC', version, btcPublicKey: btcPublicKey.trim(), btcAddress };
    return { number, btcAddress, params: { ...chainId, accountConfig } };
  });
}

/** Records lines and reads the records back, because the service also answers what it does not record. */
async function refusalsOf(calls) {
  const refusals = new Map();
  const accounts = await callAll('aa_getBTCAccount', calls);
  for (const { number, error } of accounts)
    if (error) refusals.set(number, `${error.reason}\t${error.message}`);
  const lookUps = accounts.flatMap(({ result, ...call }) =>
    result
      ? [{ ...call, params: { chainId: result.chainId, query: { address: result.smartAccountAddress } } }]
      : [],
  );
  for (const { number, btcAddress, result } of await callAll('aa_getBTCAccountsByAddress', lookUps)) {
    if (result.length === 0)
      throw new Error(`Line ${number} was not recorded: see NEW_PAIRINGS_PER_HOUR and /ready`);
    const isProven = result.some((found) => found.btcAddress.toLowerCase() === btcAddress?.toLowerCase());
    if (btcAddress && !isProven) refusals.set(number, 'address-not-proven\tOnly the key was recorded');
  }
  return [...refusals].map(([number, reason]) => `${number}\t${reason}\n`).join('');
}

try {
  const bytes = fs.readFileSync(file);
  if (!isUtf8(bytes) || bytes.includes(0))
    throw new Error(`${file} is not UTF-8. If it is UTF-16, convert it: iconv -f UTF-16 -t UTF-8`);
  const lines = bytes
    .toString('utf8')
    .trimEnd()
    .split(/\r\n|\n|\r/);
  const progressFile = `${file}.progress`;
  const start = { count: 0, refusedBytes: 0 };
  const done = fs.existsSync(progressFile) ? JSON.parse(fs.readFileSync(progressFile, 'utf8')) : start;
  if (done.last !== lines[done.count - 1])
    throw new Error(`${file} has changed; delete ${progressFile} to start again`);
  const refused = fs.openSync(`${file}.refused`, 'a');
  // An interrupted run may have written more than it confirmed.
  fs.ftruncateSync(refused, done.refusedBytes);
  for (let first = done.count; first < lines.length; first += 50) {
    const batch = lines.slice(first, first + 50);
    const calls = batch.flatMap((line, i) => (line.trim() === '' ? [] : callsOf(line, first + i + 1)));
    fs.writeSync(refused, await refusalsOf(calls));
    const progress = {
      count: first + batch.length,
      last: batch.at(-1),
      refusedBytes: fs.fstatSync(refused).size,
    };
    fs.writeFileSync(`${progressFile}.new`, JSON.stringify(progress));
    fs.renameSync(`${progressFile}.new`, progressFile);
  }
  console.log(
    `${lines.length} lines, ${fs.fstatSync(refused).size === 0 ? 'none refused' : `see ${file}.refused`}`,
  );
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
