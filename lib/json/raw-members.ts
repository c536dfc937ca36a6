import { isUtf8 } from 'node:buffer';
import { MAX_DEPTH } from './measure-json';

/**
 * Returns the members of a JSON object as the bytes of their values, without parsing them. A byte order mark before
 * the object is ignored; of members with the same name, the last one counts, as in `JSON.parse`.
 * @returns undefined if the bytes are not one JSON object in UTF-8 (RFC 8259), or it is nested more than 64 levels deep
 */
export function rawMembers(json: Buffer): Map<string, Buffer> | undefined {
  const start = endOfSpace(json, json[0] === 0xef && json[1] === 0xbb && json[2] === 0xbf ? 3 : 0);
  if (json[start] !== OPENING_BRACE || !isUtf8(json)) return undefined;
  const members = new Map<string, Buffer>();
  let at = endOfSpace(json, start + 1);
  if (json[at] !== CLOSING_BRACE)
    for (;;) {
      const nameEnd = endOfString(json, at);
      const valueAt = endOfColon(json, nameEnd);
      const valueEnd = valueAt < 0 ? -1 : endOfValue(json, valueAt);
      if (valueEnd < 0) return undefined;
      members.set(JSON.parse(json.toString('utf8', at, nameEnd)), json.subarray(valueAt, valueEnd));
      at = endOfSpace(json, valueEnd);
      if (json[at] !== COMMA) break;
      at = endOfSpace(json, at + 1);
    }
  const isWhole = json[at] === CLOSING_BRACE && endOfSpace(json, at + 1) === json.length;
  return isWhole ? members : undefined;
}

const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Returns the position after a value; -1 if the value is not valid JSON or too deep. */
function endOfValue(json: Buffer, start: number): number {
  const closing: number[] = [];
  let at = start;
  for (;;) {
    const first = json[at];
    let isOpen = false;
    if (first === OPENING_BRACE || first === OPENING_BRACKET) {
      // The closing character follows the opening one in ASCII, after one other.
      closing.push(first + 2);
      // The object that contains this value is a level, too.
      if (closing.length >= MAX_DEPTH) return -1;
      at = endOfSpace(json, at + 1);
      isOpen = json[at] !== first + 2;
    } else at = endOfScalar(json, at);
    if (at < 0) return -1;
    while (!isOpen) {
      if (closing.length === 0) return at;
      at = endOfSpace(json, at);
      if (json[at] === closing.at(-1)) {
        closing.pop();
        at++;
      } else if (json[at] === COMMA) {
        at = endOfSpace(json, at + 1);
        isOpen = true;
      } else return -1;
    }
    if (closing.at(-1) === CLOSING_BRACE) at = endOfColon(json, endOfString(json, at));
    if (at < 0) return -1;
  }
}

function endOfSpace(json: Buffer, start: number): number {
  let at = start;
  while (json[at] === 0x20 || json[at] === 0x0a || json[at] === 0x0d || json[at] === 0x09) at++;
  return at;
}

/**
 * Returns the position of the value after a member's name.
 * @param nameEnd position after the name, or -1, which is returned
 */
function endOfColon(json: Buffer, nameEnd: number): number {
  if (nameEnd < 0) return -1;
  const at = endOfSpace(json, nameEnd);
  return json[at] === COLON ? endOfSpace(json, at + 1) : -1;
}

const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const NULL = Buffer.from('null');

/** Returns the position after a string, number or literal; -1 if it is invalid. */
function endOfScalar(json: Buffer, start: number): number {
  const first = json[start];
  if (first === QUOTE) return endOfString(json, start);
  if (first === TRUE[0]) return endOfLiteral(json, start, TRUE);
  if (first === FALSE[0]) return endOfLiteral(json, start, FALSE);
  if (first === NULL[0]) return endOfLiteral(json, start, NULL);
  return endOfNumber(json, start);
}

function endOfLiteral(json: Buffer, start: number, literal: Buffer): number {
  for (let i = 1; i < literal.length; i++) if (json[start + i] !== literal[i]) return -1;
  return start + literal.length;
}

/** Returns the position after a number (RFC 8259 §6); -1 if it is invalid. */
function endOfNumber(json: Buffer, start: number): number {
  let at = json[start] === MINUS ? start + 1 : start;
  at = json[at] === ZERO ? at + 1 : endOfDigits(json, at);
  if (json[at] === POINT) at = endOfDigits(json, at + 1);
  if (json[at] === 0x65 || json[at] === 0x45) {
    const hasSign = json[at + 1] === PLUS || json[at + 1] === MINUS;
    at = endOfDigits(json, hasSign ? at + 2 : at + 1);
  }
  return at;
}

/** Returns the position after one or more digits; -1 without a digit. */
function endOfDigits(json: Buffer, start: number): number {
  let at = start;
  while (isDigit(json[at])) at++;
  return at === start ? -1 : at;
}

const isDigit = (byte = 0) => byte >= ZERO && byte <= 0x39;
const isHexDigit = (byte = 0) =>
  isDigit(byte) || (byte >= 0x61 && byte <= 0x66) || (byte >= 0x41 && byte <= 0x46);

/** Returns the position after a string's closing quote; -1 if the string is invalid. */
function endOfString(json: Buffer, start: number): number {
  if (json[start] !== QUOTE) return -1;
  let at = start + 1;
  for (;;) {
    const byte = json[at];
    if (byte === QUOTE) return at + 1;
    // Control characters must be escaped. There is no byte after the end.
    if (byte === undefined || byte < 0x20) return -1;
    if (byte !== BACKSLASH) at++;
    else if (json[at + 1] === 0x75) {
      const end = at + 6;
      for (at += 2; at < end; at++) if (!isHexDigit(json[at])) return -1;
    } else if (ESCAPED.has(json[at + 1])) at += 2;
    else return -1;
  }
}

/** Characters that may follow a backslash, except for `u`. */
const ESCAPED = new Set<number | undefined>(Buffer.from('"\\/bfnrt'));
