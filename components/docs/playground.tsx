'use client';

import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { CopyMark } from '@/components/ui/copy/copy-mark';
import { type SnippetKind, snippet } from '@/lib/dashboard/docs/snippets';
import { indentJson } from '@/lib/json/indent';
import { CodeBlock } from '../ui/code-block';

type Props = { method: string; group: 'solana' | 'evm-chain'; request: string; response: string };
type Answer = { status: number; ms: number; text: string };
const KINDS: readonly SnippetKind[] = ['curl', 'fetch', 'viem'];

/** A call on the sample network: the request to change and send, its answer beside it, and the same call as code. */
export function Playground({ method, group, request, response }: Props) {
  const [text, setText] = useState(request);
  const [kind, setKind] = useState<SnippetKind>('curl');
  const [origin, setOrigin] = useState('http://localhost:3000');
  const id = useId();
  useEffect(() => setOrigin(location.origin), []);
  const call = useMutation({
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
  const code = snippet(kind, origin, `/${group}`, text);
  return (
    <div className="mt-4 grid gap-4">
      <div className="grid gap-4 lg:grid-cols-2">
        <div className="panel flex min-w-0 flex-col">
          <div className="flex min-h-12 items-center justify-between gap-2 border-line border-b px-4 py-1.5">
            <label htmlFor={id} className="font-medium text-sm">
              Request
            </label>
            <span className="flex gap-2">
              {text !== request && (
                <button type="button" className="control" onClick={() => setText(request)}>
                  Reset
                </button>
              )}
              <button
                type="button"
                className="control control-primary"
                disabled={call.isPending}
                onClick={() => call.mutate(text)}
              >
                {call.isPending ? 'Running' : 'Run'}
              </button>
            </span>
          </div>
          <textarea
            id={id}
            value={text}
            onChange={(event) => setText(event.target.value)}
            spellCheck={false}
            className="min-h-72 w-full flex-1 resize-y rounded-b-lg bg-transparent p-4 font-mono text-xs leading-5"
          />
        </div>
        <div className="panel min-w-0">
          <div className="flex min-h-12 items-center justify-between gap-2 border-line border-b px-4 py-1.5">
            <h3 className="font-medium text-sm">
              Response{' '}
              <span className="font-normal text-muted" aria-live="polite">
                {call.data
                  ? `${call.data.status}, ${call.data.ms} ms`
                  : call.isPending
                    ? ''
                    : 'as documented'}
              </span>
            </h3>
            <CopyMark text={call.data?.text ?? response} what="response" />
          </div>
          {call.error ? (
            <p role="alert" className="p-4 text-bad text-sm">
              This server did not answer. Run it again.
            </p>
          ) : (
            <CodeBlock text={call.data?.text ?? response} label={`Response of ${method}`} />
          )}
        </div>
      </div>
      <div className="panel min-w-0">
        <div className="flex min-h-12 flex-wrap items-center gap-2 border-line border-b px-4 py-1.5">
          <h3 className="mr-auto font-medium text-sm">The same call from your code</h3>
          {KINDS.map((each) => (
            <button
              key={each}
              type="button"
              className="control"
              aria-pressed={each === kind}
              onClick={() => setKind(each)}
            >
              {each}
            </button>
          ))}
          <CopyMark text={code} what={`${kind} code`} />
        </div>
        <CodeBlock text={code} label={`${kind} code of ${method}`} />
      </div>
    </div>
  );
}
