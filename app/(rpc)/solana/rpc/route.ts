import { answerProgram, everyMethod } from '@/lib/server/routes/route-handlers';

/** `POST /solana/rpc`: the same as `POST /solana`, the path that existing SDKs use. */
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = everyMethod((request) =>
  answerProgram(request, { group: 'solana' }),
);
