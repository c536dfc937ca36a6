import { InvalidInputError } from '@/lib/errors';
import { isJsonObject } from './read-params';

/** One object among a request's params, and where it stands, such as `params[0]` or `params.query`. */
export type ObjectParam = { value: unknown; path: string };

/**
 * The objects that a request's params hold, in both forms of contract §1: an array of them, or by name the object
 * itself; either may stand under its parameter's name.
 * @param name of the parameter, such as `accountConfig`
 * @throws InvalidInputError `missing-params` when there is none, `invalid-type` for neither array nor object
 */
export function objectParams(raw: unknown, name: string): ObjectParam[] {
  if (raw === undefined || raw === null || (Array.isArray(raw) && raw.length === 0))
    throw new InvalidInputError('missing-params', `params must hold the ${name} object`, {}, 'params');
  if (Array.isArray(raw)) return raw.map((item, i) => unwrapped(item, name, `params[${i}]`));
  if (!isJsonObject(raw))
    throw new InvalidInputError('invalid-type', 'params must be an array or an object', {}, 'params');
  return [unwrapped(raw, name, 'params')];
}

function unwrapped(value: unknown, name: string, path: string): ObjectParam {
  return isJsonObject(value) && Object.hasOwn(value, name)
    ? { value: value[name], path: `${path}.${name}` }
    : { value, path };
}
