import { asOnePiece } from '@/lib/json/json-text';
import type { BodyResponse } from '@/lib/rpc/request-context';

/** Returns the body of a response as text. */
export const textOfBody = ({ body }: Pick<BodyResponse, 'body'>): string =>
  Buffer.from(asOnePiece(body)).toString();
