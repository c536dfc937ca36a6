import { MAX_DEPTH } from '@/lib/json/depth';
import { parseExactJson } from '@/lib/json/exact-parse';
import { measureJson } from '@/lib/json/measure-json';

/** Encoding that an external MPL Core plugin declares for its data. */
export type AdapterSchema = 'Binary' | 'Json' | 'MsgPack';

/** Maximum number of JSON tokens to decode. The data of a 10 MB account could contain millions. */
const MAX_VALUES = 65_536;

/**
 * Decodes the data of an external plugin. JSON becomes a value, or a string if it is invalid or too large. Anything else
 * becomes base64.
 */
export function pluginData(bytes: Buffer, schema: AdapterSchema): unknown {
  if (schema === 'Json') {
    const text = bytes.toString('utf8');
    const { tokens, depth } = measureJson(text, MAX_VALUES);
    if (tokens > MAX_VALUES || depth > MAX_DEPTH) return text;
    try {
      return parseExactJson(text);
    } catch {
      return text;
    }
  }
  return bytes.toString('base64');
}
