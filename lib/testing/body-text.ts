import type { BodyAnswer } from '@/lib/rpc/request-context';

/** The text of an answer's body, in whichever form it is sent. */
export const textOfBody = ({ body }: Pick<BodyAnswer, 'body'>): string =>
  typeof body === 'string' ? body : Buffer.from(body).toString();
