'use client';

import { useMutation } from '@tanstack/react-query';
import { indentJson } from '@/lib/json/indent';

export type Answer = { status: number; ms: number; text: string };

/** Returns a mutation that sends a request to the dashboard's endpoint. It fails only if there is no response. */
export function useSampleCall(group: 'solana' | 'evm-chain') {
  return useMutation({
    mutationFn: async (body: string): Promise<Answer> => {
      const startedAt = performance.now();
      const answer = await fetch(`/api/rpc/${group}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      });
      const answered = await answer.text();
      return {
        status: answer.status,
        ms: Math.round(performance.now() - startedAt),
        text: indentJson(answered),
      };
    },
  });
}
