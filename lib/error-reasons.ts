/**
 * The closed list of `data.reason` (contract §2), each with what it means: the errors of `lib/errors.ts` and of the
 * protocol take no other word. Clients tell errors apart by them, so a word is never changed and never reused.
 */
export const ERROR_REASONS = {
  // The body and its envelope.
  'empty-body': 'The body is empty.',
  'not-utf-8': 'The body is not UTF-8.',
  'not-json': 'The body is not JSON.',
  'too-deep': 'The body is nested deeper than any request is.',
  'not-an-object': 'A request is not a JSON object.',
  'invalid-id': 'The id is no string, integer or null.',
  'invalid-version': 'jsonrpc is there and not "2.0".',
  'invalid-method': 'The method is missing or no text.',
  'batch-size': 'A batch is empty or holds more than 100 requests.',
  'method-not-found': 'The route knows no such method.',
  'method-not-allowed-for-project':
    'The project may not call this method; `data.methods` lists those it may call.',
  'method-not-allowed': 'The HTTP method is not POST.',
  'body-too-large': 'The body is larger than 256 KiB.',
  'unsupported-media-type': 'The content type is not JSON, or the body is compressed.',
  // Params of every method.
  'missing-params': 'params are missing or empty.',
  'too-many-params': 'There are more params than the method takes.',
  'invalid-type': 'A parameter has the wrong JSON type.',
  'invalid-value': 'A parameter is none of the values allowed.',
  'too-small': 'A number or list is below its least size.',
  'too-big': 'A number, text or list is above its most size.',
  'missing-chain-id': 'The method needs a chainId and the request has none.',
  'invalid-chain-id': 'chainId is no positive integer.',
  'conflicting-chain-id': 'chainId is given twice, and differently.',
  'unsupported-chain':
    'The chain is not served; data.supported lists those that are, data.withoutEndpoint those of them without an endpoint.',
  // Solana addresses and options.
  'missing-address': 'The account address is missing.',
  'empty-address': 'The account address is empty.',
  'invalid-base58-character': 'The account address holds a character that is not base58.',
  'wrong-address-length': 'The account address is not base58 of 32 bytes.',
  'conflicting-options': 'An option is given twice, and differently.',
  'invalid-cursor': 'The cursor is no nextCursor of an earlier answer.',
  'cursor-mismatch': 'The cursor belongs to another account, chain or selection.',
  'invalid-name': 'The account name is not a .sol name such as name.sol or sub.name.sol.',
  'name-not-found': 'The .sol name is not registered on this chain.',
  'invalid-address': 'A page was asked for something that is no Solana address.',
  // Bitcoin keys and addresses, EVM addresses.
  empty: 'The Bitcoin key or address is empty.',
  'not-hex': 'The public key is not hex.',
  'odd-length': 'The public key has an odd number of hex digits.',
  'wrong-length': 'The Bitcoin key or address has a length that none has.',
  'x-only-public-key': 'The key is x-only (32 bytes); data.candidates holds both keys that it may be.',
  'missing-prefix': 'The public key has 64 bytes: its first byte is missing.',
  'hybrid-public-key': 'The public key is of the hybrid form, which is not accepted.',
  'unknown-prefix': 'The Bitcoin key or address begins with something that none begins with.',
  'x-out-of-range': "The key's x is not below the prime of secp256k1.",
  'y-out-of-range': "The key's y is not below the prime of secp256k1.",
  'not-on-curve': 'The public key is no point of secp256k1.',
  'invalid-character': 'The Bitcoin address holds a character that it cannot hold.',
  'mixed-case': 'A bech32 address is in upper and lower case.',
  'too-long': 'A bech32 address is too long.',
  'empty-data': 'A bech32 address holds no witness version and program.',
  'invalid-padding': 'The last bits of a bech32 address are not its padding.',
  'invalid-witness-version': 'The witness version is none of 0 to 16.',
  'wrong-checksum-kind': 'The checksum is bech32 where bech32m is due, or the other way around.',
  'wrong-program-length': 'The witness program has a length that its version does not have.',
  'unsupported-address-type': 'The Bitcoin address is of a type that is not defined yet.',
  'bad-checksum': 'The checksum of an address does not fit: a character is wrong.',
  'private-key': 'This is a private key. Do not send it anywhere.',
  'extended-key': 'This is an extended key (BIP-32), not an address or a public key.',
  'not-an-evm-address': 'This is not 0x and 40 hex digits.',
  // BTC accounts.
  'unsupported-index': 'The index of an account config is not 0.',
  'too-many-configs': 'There are more than 100 account configs.',
  'btc-address-mismatch': 'The key does not prove btcAddress (REQUIRE_MATCHING_BTC_ADDRESS).',
  'empty-query': 'The query names neither btcAddress nor address.',
  'discover-without-btc-address': 'discover is given without btcAddress.',
  // Upstreams.
  'upstream-unavailable': 'No upstream gave a usable answer, after retries.',
  'upstream-refused': 'The upstream refused the call.',
  'upstream-malformed': 'The upstream answered with something that is no such answer.',
  'upstream-incomplete': 'The upstream lacks accounts that must be there.',
  'upstreams-disagree': 'Two upstreams say different things about what the account holds.',
  'token-accounts-refused': 'No upstream lists the token accounts of this owner.',
  'das-unavailable': 'The DAS upstream failed; without it the list would be short.',
  'deadline-exceeded': 'Time ran out; data says how far the read got.',
  'no-endpoint': 'Nothing is set to ask about this chain or network; the message names the variable.',
  'store-unavailable':
    'The store is unavailable: look-ups cannot be recorded or found, or credentials not be checked.',
  // Credentials, limits and load.
  'authentication-failed': 'The project id or the server key is wrong, or the key was revoked.',
  'too-many-failed-logins': 'There were too many failed logins from this address; wait for Retry-After.',
  'cross-origin': "The dashboard's own endpoint was called by something else than its pages.",
  'rate-limited': 'The work units are used up; data.retryAfterSeconds says when to try again.',
  'too-many-new-keys': 'A visitor has recorded as many new keys as one may in an hour.',
  'answer-too-large': 'The answer would pass MAX_ANSWER_BYTES; ask for less, do not try again.',
  overloaded: 'There is no room for the call now; try again after data.retryAfterSeconds.',
  'shutting-down': 'This instance is shutting down; try again after Retry-After.',
  'internal-error': 'A fault of the service.',
} as const;

/** A word of the closed list. */
export type ErrorReason = keyof typeof ERROR_REASONS;

/** Whether a value is a word of the closed list. */
export const isErrorReason = (value: unknown): value is ErrorReason =>
  typeof value === 'string' && Object.hasOwn(ERROR_REASONS, value);
