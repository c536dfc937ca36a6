import puppeteer from 'puppeteer-core';
import type { BrowserDriver } from './driver';

/** Proxy settings that let Firefox connect only to this machine: the proxy refuses all connections. */
const ONLY_LOOPBACK = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
};

/**
 * Starts Firefox, driven over WebDriver BiDi.
 * @param path path of the program
 */
export async function startFirefox(path: string): Promise<BrowserDriver> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: path,
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
    name: await browser.version(),
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
