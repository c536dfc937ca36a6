import { answerProgram, everyMethod } from '@/lib/server/routes/route-handlers';

/** `POST /mcp`: every method as a tool of the Model Context Protocol. */
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = everyMethod((request) =>
  answerProgram(request, { group: 'mcp' }),
);
