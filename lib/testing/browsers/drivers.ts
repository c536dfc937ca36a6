import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import { endProcess } from '@/lib/testing/servers/end-process';
import { freePort } from '@/lib/testing/servers/free-port';
import { isFulfilled, untilStarted } from '@/lib/testing/until';

/** A browser that opens pages and runs code in them. */
export type BrowserDriver = {
  resize: (width: number, height: number) => Promise<void>;
  open: (url: string) => Promise<void>;
  /**
   * Runs code in the page.
   * @param body body of an async function
   * @returns the function's return value, which must be JSON-serializable
   */
  run: (body: string) => Promise<unknown>;
  /** Returns the page's errors since it was opened; empty if the browser does not report them. */
  errors: () => string[];
  close: () => Promise<void>;
};

/** Proxy settings that let Firefox connect only to this machine: the proxy refuses all connections. */
const ONLY_LOOPBACK = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
};

/** Starts Debian's Firefox, driven over WebDriver BiDi. */
export async function startFirefox(): Promise<BrowserDriver> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    headless: true,
    extraPrefsFirefox: ONLY_LOOPBACK,
  });
  const page = await browser.newPage();
  let errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return {
    resize: (width, height) => page.setViewport({ width, height }),
    open: async (url) => {
      errors = [];
      await page.goto(url, { waitUntil: 'load' });
    },
    run: (body) => page.evaluate(`(async () => { ${body} })()`),
    errors: () => errors,
    close: () => browser.close(),
  };
}

const DISPLAY = ':97';

/** Starts WebKitGTK's MiniBrowser under Xvfb, driven by WebKitWebDriver (W3C WebDriver). */
export async function startWebKit(): Promise<BrowserDriver> {
  const base = `http://127.0.0.1:${await freePort()}`;
  const display = spawn('Xvfb', [DISPLAY, '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: 'ignore',
  });
  const driver = spawn('WebKitWebDriver', [`--port=${new URL(base).port}`], {
    stdio: 'ignore',
    // WebKit's sandbox needs user namespaces and does not start as root.
    env: { ...process.env, DISPLAY, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
  });
  const stop = async () => {
    await endProcess(driver);
    await endProcess(display);
  };
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(base + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value).slice(0, 500)}`);
    return value;
  };
  try {
    await untilStarted('WebKitWebDriver listens', () => isFulfilled(fetch(`${base}/status`)));
    const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
      capabilities: {
        alwaysMatch: { 'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] } },
      },
    });
    const session = `/session/${sessionId}`;
    await call('POST', `${session}/timeouts`, { script: 90_000, pageLoad: 90_000 });
    return {
      resize: (width, height) => call('POST', `${session}/window/rect`, { width, height }),
      open: (url) => call('POST', `${session}/url`, { url }),
      run: async (body) => {
        const script = `const done = arguments[arguments.length - 1];
          (async () => { ${body} })().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
        const { value, error } = await call<{ value?: unknown; error?: string }>(
          'POST',
          `${session}/execute/async`,
          { script, args: [] },
        );
        if (error !== undefined) throw new Error(error);
        return value;
      },
      errors: () => [],
      close: async () => {
        await call('DELETE', session).catch(() => undefined);
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const LIBRARIES = '/usr/lib';

/** Returns the path of WebKitGTK's MiniBrowser in Debian's library directory. @throws if it is not installed */
function miniBrowser(): string {
  for (const platform of readdirSync(LIBRARIES))
    for (const version of ['webkit2gtk-4.1', 'webkit2gtk-4.0', 'webkitgtk-6.0']) {
      const path = join(LIBRARIES, platform, version, 'MiniBrowser');
      if (existsSync(path)) return path;
    }
  throw new Error('MiniBrowser was not found');
}
