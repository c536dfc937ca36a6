import type { ServerResponse } from 'node:http';
import type { EsploraTransaction } from '@/lib/testing/bitcoin/made-spends';
import { staticHost } from '../servers/static-host';

/** Number of confirmed transactions per page, as in Esplora. */
const PAGE = 25;

export type EsploraBehavior =
  /** Sends pages of the test's histories. */
  | 'honest'
  /** Closes the connection without a response. */
  | 'dead'
  /** Never sends a byte. */
  | 'silent'
  | 'busy'
  | 'no-json'
  | 'no-list'
  /** Sends more bytes than the limit and keeps the connection open. */
  | 'huge'
  /** Sends the same full page in response to every request. */
  | 'endless';

/** Starts an Esplora server on loopback that serves the given histories, newest first. */
export async function testEsplora(histories: Record<string, readonly EsploraTransaction[]> = {}) {
  const esplora = {
    url: '',
    histories,
    behavior: 'honest' as EsploraBehavior,
    /** Paths of the received requests, in order. */
    requested: [] as string[],
    close: async () => {},
  };

  function answer(path: string, response: ServerResponse) {
    esplora.requested.push(path);
    switch (esplora.behavior) {
      case 'dead':
        return response.destroy();
      case 'silent':
        return undefined;
      case 'busy':
        return response.writeHead(429).end('Too Many Requests');
      case 'no-json':
        return response.end('<html>');
      case 'no-list':
        return response.end('{"error":"no such thing"}');
      case 'huge':
        return void pourOut(response);
      default:
        return sendPage(path, response);
    }
  }

  function sendPage(path: string, response: ServerResponse) {
    const [, address = '', last] = /^\/api\/address\/([^/]+)\/txs(?:\/chain\/([^/]+))?$/.exec(path) ?? [];
    const all = esplora.histories[address] ?? [];
    const start = last === undefined || esplora.behavior === 'endless' ? 0 : indexAfter(all, last);
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(pageFrom(all, start, last === undefined)));
  }

  const host = await staticHost(answer);
  esplora.url = `${host.origin}/api`;
  esplora.close = host.close;
  return esplora;
}

const indexAfter = (all: readonly EsploraTransaction[], txid: string) =>
  all.findIndex((transaction) => transaction.txid === txid) + 1;

/** Returns one page. The first page also contains up to 50 unconfirmed transactions. */
function pageFrom(all: readonly EsploraTransaction[], start: number, first: boolean): EsploraTransaction[] {
  const rest = all.slice(start);
  const unconfirmed = first ? rest.filter(({ status }) => !status.confirmed).slice(0, 50) : [];
  return [...unconfirmed, ...rest.filter(({ status }) => status.confirmed).slice(0, PAGE)];
}

async function pourOut(response: ServerResponse) {
  const chunk = `["${'a'.repeat(1024 * 1024)}",`;
  response.on('error', () => undefined);
  for (let megabytes = 0; megabytes < 64 && !response.destroyed; megabytes++)
    if (!response.write(chunk))
      await new Promise<void>((resolve) => {
        response.once('drain', resolve);
        response.once('close', resolve);
      });
}
