import type * as z from 'zod/mini';
import { InvalidInputError } from '@/lib/errors';

/**
 * Checks one value against a noun's schema.
 *
 * A schema says why it refuses by `params: { reason, ...data }` on a custom issue; the first issue wins.
 * @param path where the value stands in the request, such as `params[0]`
 * @throws InvalidInputError with the issue's reason, message and path
 */
export function readParam<T extends z.ZodMiniType>(schema: T, value: unknown, path: string): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0] as {
    code: string;
    message: string;
    path: PropertyKey[];
    params?: Record<string, unknown>;
  };
  const { reason, ...data } = issue.params ?? {};
  throw new InvalidInputError(
    typeof reason === 'string' ? reason : (REASONS[issue.code] ?? 'invalid-value'),
    issue.message,
    data,
    issue.path.reduce<string>(
      (path, part) => (typeof part === 'number' ? `${path}[${part}]` : `${path}.${String(part)}`),
      path,
    ),
  );
}

const REASONS: Record<string, string> = {
  invalid_type: 'invalid-type',
  invalid_value: 'invalid-value',
  too_small: 'too-small',
  too_big: 'too-big',
};

/** Whether a JSON value is an object (not null, not an array). */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
