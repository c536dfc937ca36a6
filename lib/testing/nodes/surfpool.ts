import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { callNode } from './call-node';

const PROGRAM = fileURLToPath(new URL('surfpool-child.mjs', import.meta.url));

/** Whether Surfpool's package, which exists only for Linux on x64, is installed. */
export const hasSurfpool = (() => {
  try {
    createRequire(import.meta.url).resolve('surfpool-sdk-linux-x64-gnu/package.json');
    return true;
  } catch {
    return false;
  }
})();

export type Surfpool = {
  url: string;
  /**
   * Makes a JSON-RPC call.
   * @throws Error with the node's message
   */
  rpc: (method: string, ...params: unknown[]) => Promise<unknown>;
  setAccount: (
    pubkey: string,
    account: { owner: string; data: Uint8Array; lamports?: number | bigint },
  ) => Promise<void>;
  /**
   * Sets the chain's clock.
   * @param seconds seconds since 1970, later than the chain's current time
   */
  setClock: (seconds: number) => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts a Surfpool process: an independent Solana node with the real token programs, listening on loopback. */
export async function startSurfpool(): Promise<Surfpool> {
  const child = spawn(process.execPath, [PROGRAM], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NO_PROXY: '*' },
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    child.once('exit', (code) => reject(new Error(`The node exited with code ${code}`)));
  });
  const rpc: Surfpool['rpc'] = (method, ...params) => callNode(url, method, params);
  return {
    url,
    rpc,
    setAccount: async (pubkey, { owner, data, lamports = 5_000_000 }) => {
      const bytes = Buffer.from(data).toString('hex');
      await rpc('surfnet_setAccount', pubkey, { owner, lamports, executable: false, data: bytes });
    },
    setClock: async (seconds) => {
      await rpc('surfnet_timeTravel', { absoluteTimestamp: seconds * 1000 });
    },
    stop: () =>
      new Promise<void>((resolve) => {
        if (child.exitCode !== null) return resolve();
        child.once('exit', () => resolve());
        child.stdin.end();
      }),
  };
}
