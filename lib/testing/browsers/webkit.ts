import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../servers/free-port';
import type { BrowserDriver } from './driver';

const DISPLAY = ':97';

/** Starts WebKitGTK's MiniBrowser under Xvfb, driven by WebKitWebDriver (W3C WebDriver). */
export async function startWebKit(miniBrowser: string): Promise<BrowserDriver> {
  const port = await freePort();
  const display = spawn('Xvfb', [DISPLAY, '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: 'ignore',
  });
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    // WebKit's sandbox needs user namespaces and does not start as root.
    env: { ...process.env, DISPLAY, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
  });
  const stop = async () => {
    driver.kill();
    display.kill();
    await Promise.all([once(driver, 'exit'), once(display, 'exit')]);
  };
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value).slice(0, 500)}`);
    return value;
  };
  try {
    const capabilities = {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] } },
    };
    const { sessionId, capabilities: started } = (await untilAccepted(() =>
      call('POST', '/session', { capabilities }),
    )) as { sessionId: string; capabilities: { browserVersion?: string } };
    const at = `/session/${sessionId}`;
    await call('POST', `${at}/timeouts`, { script: 90_000, pageLoad: 90_000 });
    return {
      name: `WebKitGTK ${started.browserVersion ?? ''}`.trim(),
      resize: async (width, height) => {
        await call('POST', `${at}/window/rect`, { width, height });
      },
      open: async (url) => {
        await call('POST', `${at}/url`, { url });
      },
      run: async (body) => {
        const script = `const done = arguments[arguments.length - 1];
          (async () => { ${body} })().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
        const answer = (await call('POST', `${at}/execute/async`, { script, args: [] })) as {
          value?: unknown;
          error?: string;
        };
        if (answer.error !== undefined) throw new Error(answer.error);
        return answer.value;
      },
      errors: () => [],
      close: async () => {
        await call('DELETE', at).catch(() => undefined);
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Retries a call until the driver accepts connections. */
async function untilAccepted<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await call();
    } catch (error) {
      if (tries === 50 || !(error instanceof TypeError)) throw error;
      await delay(200);
    }
  }
}
