import { setImmediate as nextTurn } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { gate } from '@/lib/testing/gate';
import { PortRpc } from './port-rpc';

it('hundreds of requests with one signal cause no warning of Node', async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error) => warnings.push(name);
  process.on('warning', note);
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => {
    process.off('warning', note);
    port1.close();
  });
  const hold = gate();
  const answered = new PortRpc(port2, {
    call: async (value) => {
      await hold.opened;
      return { value };
    },
  });
  const rpc = new PortRpc(port1, {});
  const { signal } = new AbortController();
  const answers = Array.from({ length: 300 }, (_, i) => rpc.request('call', i, signal));
  // Node reports a warning in the turn in which it arises, or in the next one.
  await nextTurn();
  hold.open();
  expect(await Promise.all(answers)).toEqual(Array.from({ length: 300 }, (_, i) => i));
  expect(warnings).toEqual([]);
  answered.fail(new Error('over'));
});
