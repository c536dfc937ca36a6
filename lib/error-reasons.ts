/**
 * The closed list of `data.reason` codes (contract §2) with their meanings. Clients match on these codes, so a code
 * is never renamed or reused.
 */
export const ERROR_REASONS = {
  // The body and its envelope.
  'empty-body': 'The body is empty.',
  'not-utf-8': 'The body is not UTF-8.',
  'not-json': 'The body is not JSON.',
  'too-deep': 'The body is nested too deeply.',
  'not-an-object': 'The request is not a JSON object.',
  'invalid-id': 'The id is not a string, an integer or null.',
  'invalid-version': 'jsonrpc is present but is not "2.0".',
  'invalid-method': 'The method is missing or not a string.',
  'batch-size': 'The batch is empty or has more than 100 requests.',
  'method-not-found': 'The endpoint does not have this method.',
  'method-not-forwarded':
    'The method is one of the chain’s node, and this service does not forward it (SOLANA_FORWARD_<chainId>).',
  'method-not-allowed-for-project':
    'The project may not call this method; `data.methods` lists those it may call.',
  'method-not-allowed': 'The HTTP method is not POST.',
  'body-too-large': 'The body is larger than 256 KiB.',
  'unsupported-media-type': 'The content type is not JSON, or the body is compressed.',
  // Params of every method.
  'missing-params': 'params are missing or empty.',
  'too-many-params': 'There are more params than the method takes.',
  'invalid-type': 'A parameter has the wrong JSON type.',
  'invalid-value': 'A parameter is not one of the allowed values.',
  'too-small': 'A number or list is below its minimum.',
  'too-big': 'A number, string or list is above its maximum.',
  'missing-chain-id': 'The method requires a chainId.',
  'invalid-chain-id': 'chainId is not a positive integer.',
  'conflicting-chain-id': 'chainId is given twice with different values.',
  'unsupported-chain':
    'The chain is not supported. data.supported lists the supported chains, and data.withoutEndpoint those that have no endpoint.',
  'unsupported-derivation':
    'The chain derives contract addresses by another rule (ZK Stack), so no account can be calculated for it.',
  // Solana addresses and options.
  'missing-address': 'The account address is missing.',
  'empty-address': 'The account address is empty.',
  'invalid-base58-character': 'The account address contains a character that is not base58.',
  'wrong-address-length': 'The account address does not encode 32 bytes in base58.',
  'conflicting-options': 'An option is given twice with different values.',
  'invalid-cursor': 'The cursor is not the nextCursor of an earlier response.',
  'cursor-mismatch': 'The cursor belongs to another account, chain or selection.',
  'invalid-name': 'The account name is not a .sol name such as name.sol or sub.name.sol.',
  'name-not-found': 'The .sol name is not registered on this chain.',
  'needs-index':
    'The call needs an index. It is forwarded if the chain has a DAS endpoint; the message names the variable to set.',
  'unknown-condition':
    'The list method does not have this condition, and without it the list would have too many entries.',
  'missing-filter': 'getProgramAccounts needs a memcmp or dataSize filter.',
  'asset-not-found':
    'No account with this id is an asset. Without a DAS endpoint, the ids of compressed NFTs are not found.',
  'conflicting-pages':
    'Different kinds of paging are combined. Use only page, only cursor, or only before and after.',
  'invalid-address': 'The address in the URL of a page is not a Solana address.',
  // Bitcoin keys and addresses, EVM addresses.
  empty: 'The Bitcoin key or address is empty.',
  'not-hex': 'The public key is not hex.',
  'odd-length': 'The public key has an odd number of hex digits.',
  'wrong-length': 'The Bitcoin key or address does not have a valid length.',
  'x-only-public-key': 'The key is x-only (32 bytes); data.candidates holds both possible keys.',
  'missing-prefix': 'The public key has 64 bytes: its first byte is missing.',
  'hybrid-public-key': 'The public key has the hybrid format, which is not supported.',
  'unknown-prefix': 'The Bitcoin key or address has an unknown prefix.',
  'x-out-of-range': "The key's x is not less than the prime of secp256k1.",
  'y-out-of-range': "The key's y is not less than the prime of secp256k1.",
  'not-on-curve': 'The public key is not a point on the curve secp256k1.',
  'invalid-character': 'The Bitcoin address has an invalid character.',
  'mixed-case': 'The bech32 address mixes upper and lower case.',
  'too-long': 'The bech32 address is too long.',
  'empty-data': 'The bech32 address has no witness version or program.',
  'invalid-padding': 'The bech32 address has invalid padding.',
  'invalid-witness-version': 'The witness version is not between 0 and 16.',
  'wrong-checksum-kind': 'The checksum is bech32 instead of bech32m, or the other way around.',
  'wrong-program-length': 'The witness program does not have a valid length for its version.',
  'unsupported-address-type': 'The Bitcoin address is of a type that is not defined yet.',
  'bad-checksum': 'The checksum of the address is wrong: the address was mistyped or truncated.',
  'private-key': 'The value is a private key. Move its coins to a new key, and never send a private key.',
  'extended-key': 'This is an extended key (BIP-32), not an address or a public key.',
  'not-an-evm-address': 'The address is not 0x followed by 40 hex digits.',
  // BTC accounts.
  'unsupported-index': 'The index of an account config is not 0.',
  'too-many-configs': 'There are more than 100 account configs.',
  'empty-query': 'The query has neither btcAddress nor address.',
  'discover-without-btc-address': 'discover is given without btcAddress.',
  // Upstreams.
  'upstream-unavailable': 'No upstream gave a usable response after retries.',
  'upstream-rate-limited':
    'The upstream limits the rate of calls; try again after data.retryAfterSeconds, if present.',
  'upstream-refused': 'The upstream refused the call.',
  'upstream-malformed': 'The upstream returned an invalid response.',
  'upstream-incomplete': 'The upstream did not return accounts that must exist.',
  'token-accounts-refused': 'No upstream lists the token accounts of this owner.',
  'das-unavailable': 'The DAS upstream failed; the list would be incomplete without it.',
  'deadline-exceeded': 'The deadline passed before the call completed; data shows how far the read got.',
  'no-endpoint': 'No endpoint is configured for this chain or network; the message names the variable.',
  'store-unavailable':
    'The store is unavailable: lookups cannot be recorded or found, or credentials cannot be checked.',
  // Credentials, limits and load.
  'authentication-failed': 'The project id or the server key is wrong, or the key was revoked.',
  'too-many-failed-logins': 'There were too many failed logins from this address; wait for Retry-After.',
  'cross-origin': "An endpoint that only the dashboard's pages may use was called from elsewhere.",
  'rate-limited': 'The work units are used up; data.retryAfterSeconds says when to try again.',
  'cost-above-burst':
    'The call costs more work units than the burst of the limit. Request less, or raise the limit; do not retry.',
  'too-many-new-keys': 'The visitor has reached the limit of new keys per hour.',
  'answer-too-large': 'The response would exceed data.maxBytes. Request less; do not retry.',
  overloaded: 'The service is overloaded; try again after data.retryAfterSeconds.',
  'shutting-down': 'This instance is shutting down; try again after Retry-After.',
  'internal-error': 'The service failed with an internal error.',
} as const;

/** A code in the closed list. */
export type ErrorReason = keyof typeof ERROR_REASONS;

/** Whether a value is a code in the closed list. */
export const isErrorReason = (value: unknown): value is ErrorReason =>
  typeof value === 'string' && Object.hasOwn(ERROR_REASONS, value);
