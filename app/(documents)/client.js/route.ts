import { answerDocument, everyMethod } from '@/lib/server/routes/route-handlers';

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = everyMethod((request) =>
  answerDocument(request, '/client.js'),
);
