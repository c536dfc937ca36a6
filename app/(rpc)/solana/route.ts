import { answerProgram, everyMethod } from '@/lib/server/routes/route-handlers';

/** `POST /solana`: the Solana methods, for callers with a project's credentials. */
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = everyMethod((request) =>
  answerProgram(request, { group: 'solana' }),
);
