import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { utf8Text } from '@/lib/json/json-text';
import { HttpClient } from '@/lib/sources/transport/http-client';
import { EndpointFault } from '@/lib/sources/transport/upstream-errors';
import { type DatedLists, parseTokenList } from './parse-token-list';

const MAX_LIST_BYTES = 32 * 1024 * 1024;

/** The last valid response from a URL, as stored on disk. */
type Copy = { url: string; etag: string; date: string; text: string };

/** A token list at a URL. Keeps the last valid response in a file. */
export class FetchedList {
  /** ETag of the list in use, sent with the next request. */
  private etag = '';

  /**
   * Creates the list without fetching it.
   * @param file path of the copy; undefined for no copy
   */
  constructor(
    private readonly url: string,
    private readonly file: string | undefined,
  ) {}

  /** Reads the copy on disk; returns undefined if it is missing, invalid or from another URL. */
  async readCopy(): Promise<DatedLists | undefined> {
    if (this.file === undefined) return undefined;
    try {
      if ((await stat(this.file)).size > 2 * MAX_LIST_BYTES) return undefined;
      const { url, etag, date, text } = JSON.parse(await readFile(this.file, 'utf8')) as Copy;
      if (url !== this.url) return undefined;
      const lists = parseTokenList(text, date);
      this.etag = etag;
      return lists;
    } catch {
      return undefined;
    }
  }

  /**
   * Fetches the list; `keep` writes the copy. Returns undefined if the list in use is still current.
   * @throws Error if the host does not send a valid list within 15 s and 32 MiB
   */
  async fetch(): Promise<{ lists: DatedLists; keep: () => Promise<void> } | undefined> {
    const client = new HttpClient(this.url, 1);
    const { status, headers, bytes } = await client
      .send(
        { headers: this.etag === '' ? {} : { 'if-none-match': this.etag } },
        { timeoutMs: 15_000, maxBytes: MAX_LIST_BYTES },
      )
      .finally(() => client.close());
    if (status === 304 && this.etag !== '') return undefined;
    if (status !== 200) throw new EndpointFault(`http-${status}`, 'refused');
    const text = utf8Text(bytes);
    const lists = parseTokenList(text, headers['last-modified'], new Date());
    this.etag = typeof headers.etag === 'string' ? headers.etag : '';
    const copy: Copy = { url: this.url, etag: this.etag, date: lists.date, text };
    return { lists, keep: () => this.write(copy) };
  }

  /** Replaces the copy atomically. */
  private async write(copy: Copy): Promise<void> {
    if (this.file === undefined) return;
    const part = `${this.file}.${process.pid}.part`;
    try {
      await mkdir(dirname(this.file), { recursive: true });
      await writeFile(part, JSON.stringify(copy), { mode: 0o600 });
      await rename(part, this.file);
    } catch (thrown) {
      await rm(part, { force: true }).catch(() => undefined);
      throw thrown;
    }
  }
}
