/** Why an untrusted URL could not be fetched, as reported by the guarded fetch. */
export type FetchFault =
  | 'url-invalid'
  | 'scheme-not-allowed'
  | 'credentials-in-url'
  | 'host-invalid'
  | 'port-not-allowed'
  | 'address-not-allowed'
  | 'dns-failed'
  | 'network'
  | 'timeout'
  | 'aborted'
  | 'no-room'
  | 'too-large'
  | 'headers-too-large'
  | 'encoding-not-allowed'
  | 'encoding-invalid'
  | 'too-many-redirects'
  | 'redirect-without-location'
  | `http-${number}`;

/** Why an untrusted image is not shown: the values of the header `X-Picture-Error`. */
export type ImageFault =
  | Exclude<FetchFault, 'aborted' | 'no-room'>
  | 'not-found'
  | 'unreachable'
  | 'url-unusable'
  | 'no-image'
  | 'document-unreachable'
  | 'document-invalid'
  | 'document-too-large'
  | 'document-uri-unusable'
  | 'not-a-picture'
  | 'not-media'
  | 'undecodable'
  | 'decode-timeout'
  | 'busy'
  | 'rate-limited'
  | 'not-named'
  | 'width'
  | 'failed';
