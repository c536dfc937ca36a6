import { answerProgram, everyMethod } from '@/lib/server/routes/route-handlers';

/** `POST /solana/<chainId>`: the same as `POST /solana?chainId=<chainId>`. */
async function answer(request: Request, { params }: { params: Promise<{ chainId: string }> }) {
  const { chainId } = await params;
  return /^\d+$/.test(chainId)
    ? answerProgram(request, { group: 'solana', chainId })
    : new Response(null, { status: 404 });
}

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = everyMethod(answer);
