import { asOnePiece } from '@/lib/json/json-text';
import type { BodyAnswer } from '@/lib/rpc/request-context';

/** Returns the body of a response as text. */
export const textOfBody = ({ body }: Pick<BodyAnswer, 'body'>): string =>
  Buffer.from(asOnePiece(body)).toString();
