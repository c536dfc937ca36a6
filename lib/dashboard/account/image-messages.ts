import type { ImageFault } from '@/lib/image-fault';

/** Reasons with a fixed message. Reasons such as `http-404` contain the host's status instead. */
type NamedFault = Exclude<ImageFault, `http-${number}`>;

/** Messages, by the reason that the image route returns. */
const SENTENCES: Record<NamedFault, string> = {
  'not-found': 'The image is no longer on its host',
  unreachable: 'The image’s host does not respond',
  network: 'The image’s host does not respond',
  'dns-failed': 'The image’s host was not found',
  timeout: 'The image’s host took too long to respond',
  'too-large': 'The image is too large',
  'headers-too-large': 'The image’s host sent an unsupported response',
  'encoding-not-allowed': 'The image’s host sent an unsupported response',
  'encoding-invalid': 'The image’s host sent an unsupported response',
  'too-many-redirects': 'The image’s host redirects too often',
  'redirect-without-location': 'The image’s host sent a redirect without a target',
  'url-invalid': 'The image’s URL can’t be fetched',
  'url-unusable': 'The image’s URL can’t be fetched',
  'scheme-not-allowed': 'The image’s URL can’t be fetched',
  'credentials-in-url': 'The image’s URL can’t be fetched',
  'host-invalid': 'The image’s URL can’t be fetched',
  'port-not-allowed': 'This server doesn’t fetch from the image’s URL',
  'address-not-allowed': 'This server doesn’t fetch from the image’s URL',
  'no-image': 'No image',
  'document-unreachable': 'The item’s document can’t be read',
  'document-invalid': 'The item’s document is not valid',
  'document-too-large': 'The item’s document is too large',
  'document-uri-unusable': 'The URI of the item’s document can’t be used',
  'not-a-picture': 'The URL doesn’t lead to an image',
  'not-media': 'The URL doesn’t lead to a video or audio file',
  undecodable: 'The image is damaged, or too large to decode',
  'decode-timeout': 'The image took too long to decode',
  busy: 'Too many images at once. Reload the page',
  'rate-limited': 'Too many images at once. Reload the page',
  'not-named': 'This server did not create this link',
  width: 'This server did not create this link',
  failed: 'The image can’t be shown',
};

/**
 * Returns the message for a missing image.
 * @param word reason returned by the image route, if any
 * @param status HTTP status of the image route, used if there is no known reason
 */
export function imageMessage(word: string | null, status: number): string {
  if (word !== null && Object.hasOwn(SENTENCES, word)) return SENTENCES[word as NamedFault];
  if (word?.startsWith('http-'))
    return `The image’s host answered ${word.slice('http-'.length, 'http-'.length + 3)}`;
  if (status === 404) return SENTENCES['not-found'];
  if (status === 429) return SENTENCES['rate-limited'];
  return 'The image can’t be shown';
}
