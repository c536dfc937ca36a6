import type { ImageFault } from '@/lib/image-fault';

/** Reasons that have no parameter; `http-404` and similar contain the host's status. */
type NamedFault = Exclude<ImageFault, `http-${number}`>;

/** Messages by reason of the image route. */
const SENTENCES: Record<NamedFault, string> = {
  'not-found': 'The image is gone from its host',
  unreachable: 'Its host does not answer',
  network: 'Its host does not answer',
  'dns-failed': 'Its host is not found',
  timeout: 'Its host took too long',
  'too-large': 'The image is too large',
  'headers-too-large': 'Its host answered with something that is not read',
  'encoding-not-allowed': 'Its host answered with something that is not read',
  'encoding-invalid': 'Its host answered with something that is not read',
  'too-many-redirects': 'Its host redirects too often',
  'redirect-without-location': 'Its host redirects to nowhere',
  'url-invalid': 'Its address is not one that can be fetched',
  'url-unusable': 'Its address is not one that can be fetched',
  'scheme-not-allowed': 'Its address is not one that can be fetched',
  'credentials-in-url': 'Its address is not one that can be fetched',
  'host-invalid': 'Its address is not one that can be fetched',
  'port-not-allowed': 'Its address is not fetched from here',
  'address-not-allowed': 'Its address is not fetched from here',
  'not-a-picture': 'What its address leads to is not an image',
  'not-media': 'What its address leads to is not a video or a sound',
  undecodable: 'The image is damaged, or too large to decode',
  'decode-timeout': 'The image took too long to decode',
  busy: 'Too many images at once; load the page again',
  'rate-limited': 'Too many images at once; load the page again',
  'not-named': 'This link is not one of this server',
  width: 'This link is not one of this server',
  failed: 'It could not be shown',
};

/** Returns why an image is missing, from the route's reason if there is one, otherwise from its status. */
export function imageMessage(word: string | null, status: number): string {
  if (word !== null && Object.hasOwn(SENTENCES, word)) return SENTENCES[word as NamedFault];
  if (word?.startsWith('http-')) return `Its host answered ${word.slice('http-'.length, 'http-'.length + 3)}`;
  if (status === 404) return SENTENCES['not-found'];
  if (status === 429) return SENTENCES['rate-limited'];
  return 'It could not be shown';
}
