import { asOnePiece } from '@/lib/json/json-text';
import type { BodyAnswer } from '@/lib/rpc/request-context';

/** The text of an answer's body. */
export const textOfBody = ({ body }: Pick<BodyAnswer, 'body'>): string =>
  Buffer.from(asOnePiece(body)).toString();
