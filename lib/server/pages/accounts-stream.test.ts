import { existsSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountCell } from '@/lib/services/bitcoin/get-accounts-on-all-chains';
import { sampleEvmTransport } from '@/lib/sources/sample/evm-sample';
import { replyToAll } from '@/lib/testing/nodes/batching-node';
import { closeAtOnce, listenOnLoopback } from '@/lib/testing/servers/loopback';
import { type Running, startService } from '@/lib/testing/servers/processes';

// Tests the stream of a key page over HTTP, with 44 chains, a third of them unresponsive. Requires built pages.

const KEY = '02b81108a6c83e417056d028c3bfb979dbbcde3164a1d8c77f1efaf5a8d43be31c';
const CHAINS = Array.from({ length: 44 }, (_, i) => 1_001 + i);
const isSilent = (chainId: number) => chainId % 3 === 0;
/** A chain that responds only after the client has received the first cell of another chain. */
const LATE = 1_001;

describe.skipIf(!existsSync('.next/BUILD_ID'))(
  'the accounts of a key on 44 chains, a third of them unresponsive',
  () => {
    let nodes: Server;
    let service: Running;
    const held: ServerResponse[] = [];
    let isRead: () => void = () => {};
    const read = new Promise<void>((resolve) => {
      isRead = resolve;
    });

    beforeAll(async () => {
      nodes = createServer(async (request, response) => {
        let body = '';
        for await (const chunk of request) body += chunk;
        const chainId = Number(request.url?.slice(1));
        if (isSilent(chainId)) return void held.push(response);
        if (chainId === LATE) await read;
        const reply = await replyToAll(JSON.parse(body), sampleEvmTransport);
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body));
      });
      const host = await listenOnLoopback(nodes);
      service = await startService({
        DASHBOARD: 'on',
        SAMPLE_NETWORK: 'off',
        EVM_CHAINS: CHAINS.join(','),
        ...Object.fromEntries(
          CHAINS.map((chainId) => [`EVM_RPC_URL_${chainId}`, `http://${host}/${chainId}`]),
        ),
      });
    });
    afterAll(async () => {
      await service?.stop('SIGKILL');
      if (nodes) await closeAtOnce(nodes);
    });

    const ask = (path: string) =>
      fetch(service.base + path, { headers: { 'Sec-Fetch-Site': 'same-origin' } });

    it('the accounts of a key are streamed as they arrive, and unresponsive chains do not delay others', async () => {
      // Warm up: the first request of a process loads the code of the route.
      await (await ask('/api/accounts/not-a-key')).text();
      const sentAt = performance.now();
      const answer = await ask(`/api/accounts/${KEY}`);
      expect(answer.status).toBe(200);
      let text = '';
      const decoder = new TextDecoder();
      for await (const part of answer.body ?? []) {
        text += decoder.decode(part, { stream: true });
        if (text.includes('\n')) isRead();
      }
      const seconds = ((performance.now() - sentAt) / 1000).toFixed(1);
      process.stdout.write(
        `44 chains, ${CHAINS.filter(isSilent).length} of them unresponsive: complete after ${seconds} s\n`,
      );
      const lines = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(lines.pop()).toEqual({ done: true });
      const cells: AccountCell[] = lines;
      expect(new Set(cells.map(({ chainId, version }) => `${chainId} ${version}`)).size).toBe(2 * 44);
      expect(cells).toHaveLength(2 * 44);
      // Unresponsive chains come last: they time out after 3.5 s, when all others have responded, including `LATE`.
      const firstSilent = cells.findIndex(({ chainId }) => isSilent(chainId));
      const [told, silent] = [cells.slice(0, firstSilent), cells.slice(firstSilent)];
      expect(told.map(({ chainId }) => chainId)).toContain(LATE);
      expect(told.every(({ state }) => state === 'deployed' || state === 'not-deployed')).toBe(true);
      expect(silent).toHaveLength(2 * CHAINS.filter(isSilent).length);
      for (const cell of silent)
        expect(cell).toMatchObject({ state: 'unknown', reason: 'deadline-exceeded', waitedMs: 3_500 });
    });
  },
);
