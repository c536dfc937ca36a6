import 'server-only';
import { validCredentials } from '@/lib/server/auth/basic-auth';

const NAME = 'api-key=';

/**
 * Converts the credentials in a query string, `api-key=project_id:server_key`, to an `Authorization` header. Returns
 * undefined if they are missing or invalid. Treats `+` as a plus, not as a space, because clients append keys
 * unescaped.
 */
export function apiKeyAuthorization(query: string): string | undefined {
  const given = query.split('&').find((part) => part.startsWith(NAME));
  if (given === undefined) return undefined;
  const text = unescaped(given.slice(NAME.length));
  const colon = text?.indexOf(':') ?? -1;
  if (text === undefined || colon < 0) return undefined;
  if (validCredentials(text.slice(0, colon), text.slice(colon + 1)) === undefined) return undefined;
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

function unescaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
