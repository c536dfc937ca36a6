import { answerDocument, everyMethod } from '@/lib/server/http/route-handlers';

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = everyMethod((request) =>
  answerDocument(request, '/llms.txt'),
);
