import { parentPort } from 'node:worker_threads';
import { keccakReady } from '@/lib/btc-account/keccak';
import { type ImportJob, importKeys } from './import/keys';

// One job in, one result out; the order of results is the order of jobs.
parentPort?.on('message', async (job: ImportJob) => {
  await keccakReady();
  parentPort?.postMessage(importKeys(job));
});
