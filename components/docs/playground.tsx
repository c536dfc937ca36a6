'use client';

import { useMutation } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { CopyMark } from '@/components/ui/copy/copy-mark';
import { type SnippetKind, snippet } from '@/lib/dashboard/docs/snippets';
import { shortestPhrase } from '@/lib/dashboard/search/recovery-phrase';
import { indentJson } from '@/lib/json/indent';
import { schemaResolver } from '../forms/schema-resolver';
import { SecretWarning } from '../forms/secret-warning';
import { useKeptFocus } from '../ui/a11y/use-kept-focus';
import { useScripted } from '../ui/a11y/use-scripted';
import { CodeBlock } from '../ui/code-block';

type Props = {
  /** Name of the call, used in labels. */
  title: string;
  group: 'solana' | 'evm-chain';
  request: string;
  response: string;
};
const KINDS: readonly SnippetKind[] = ['curl', 'fetch'];

const resolver = schemaResolver(
  'request',
  async () => (await import('@/lib/dashboard/forms')).PlaygroundFields,
);

/** An API call: an editable request, the response, and the same call as code. */
export function Playground({ title, group, request, response }: Props) {
  const form = useForm({ resolver, reValidateMode: 'onSubmit', shouldFocusError: false });
  const text = form.watch('request', request);
  const call = useSampleCall(group);
  return (
    <div className="mt-4 grid gap-4 lg:grid-cols-2 lg:grid-rows-[1fr_auto]">
      <RequestPanel form={form} text={text} initialText={request} call={call} />
      <ResponsePanel title={title} documented={response} call={call} />
      <CodePanel title={title} group={group} request={text} />
    </div>
  );
}

/** Selects the line of a field that contains a position, and scrolls to it. */
function selectLine(field: HTMLTextAreaElement, offset: number): void {
  const { value } = field;
  const start = value.lastIndexOf('\n', offset - 1) + 1;
  const end = value.indexOf('\n', offset);
  field.setSelectionRange(start, end < 0 ? value.length : end);
  const line = value.slice(0, start).split('\n').length - 1;
  field.scrollTop = line * Number.parseFloat(getComputedStyle(field).lineHeight) - field.clientHeight / 2;
}

/** Looks for secrets in a text while it is typed. */
function useSecretGuard() {
  const [refusal, setRefusal] = useState<string>();
  const latest = useRef('');
  async function check(text: string): Promise<void> {
    latest.current = text;
    const found = await refusalOf(text);
    if (latest.current === text) setRefusal(found);
  }
  return { refusal, check };
}

/** Returns why a text may not be used; undefined if it may. */
async function refusalOf(text: string): Promise<string | undefined> {
  // Most input is too short for a secret, so the code below is not loaded.
  if (text.length < shortestPhrase()) return undefined;
  try {
    const [{ secretIn }, { secretOnDevice }] = await Promise.all([
      import('@/lib/dashboard/search/secrets'),
      import('@/lib/dashboard/search/detected-input'),
    ]);
    const label = await secretIn(text);
    return label === undefined ? undefined : secretOnDevice(label).message;
  } catch {
    return 'This could not be searched for private keys, so it was not sent. Reload the page';
  }
}

/** Warns before sending 32 bytes of hex, which may be a private key. A second click sends the same text anyway. */
function useDoubt(text: string) {
  const [asked, setAsked] = useState<string>();
  return {
    words: asked === text ? DOUBT : undefined,
    isOver: async (request: string) => {
      const { holdsHex32 } = await import('@/lib/dashboard/search/secrets');
      if (asked === request || !holdsHex32(request)) return true;
      setAsked(request);
      return false;
    },
  };
}

const DOUBT =
  'The request contains 32 bytes of hex, which may be a private key, so it was not sent. If they are an x-only key or a hash, run it again';

type RequestProps = {
  form: UseFormReturn<{ request: string }, unknown, { request: string }>;
  text: string;
  initialText: string;
  call: ReturnType<typeof useSampleCall>;
};

/** The sample network's chain ids, on Solana and EVM. */
const SAMPLE_CHAINS = ['104', '31337'];

function RequestPanel({ form, text, initialText, call }: RequestProps) {
  const { register, handleSubmit, getValues, setValue, setFocus, clearErrors, formState } = form;
  const id = useId();
  const guard = useSecretGuard();
  const doubt = useDoubt(text);
  const refusal = guard.refusal ?? doubt.words;
  const error = formState.errors.request;
  const running = call.isPending;
  const changed = text !== initialText;
  const leavesSample = [...text.matchAll(/"chainId"\s*:\s*(\d{1,15})/g)].some(
    ([, chainId = '']) => !SAMPLE_CHAINS.includes(chainId),
  );
  const box = useRef<HTMLTextAreaElement | null>(null);
  useKeptFocus(changed, box);
  const change = (typed: string) => {
    clearErrors();
    void guard.check(typed);
  };
  const reset = () => {
    setValue('request', initialText);
    change(initialText);
  };
  const run = handleSubmit(
    async ({ request }) => {
      if (await doubt.isOver(request)) call.mutate(request);
    },
    async ({ request: refused }) => {
      setFocus('request');
      const { findJsonError } = await import('@/lib/json/json-error');
      const place = refused?.type === 'custom' ? findJsonError(getValues('request')) : undefined;
      const field = document.activeElement;
      if (place && field instanceof HTMLTextAreaElement) selectLine(field, place.offset);
    },
  );
  const { ref, ...handlers } = register('request', { onChange: ({ target }) => change(target.value) });
  return (
    <form
      className="panel printed flex min-w-0 flex-col"
      // Without the script, a submit must not put the request into a URL.
      method="dialog"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!running) void run();
      }}
    >
      <div className="flex min-h-12 items-center justify-between gap-2 border-line border-b px-4 py-1">
        <label htmlFor={id} className="font-medium text-sm">
          Request
        </label>
        <p className="hidden font-medium text-sm print:block">Request</p>
        <span className="flex gap-2">
          {changed && (
            <button type="button" className="control" onClick={reset}>
              Reset
            </button>
          )}
          <button type="submit" className="control control-primary noscript:hidden" aria-disabled={running}>
            {running ? 'Running' : 'Run'}
          </button>
        </span>
      </div>
      <textarea
        {...handlers}
        ref={(element) => {
          ref(element);
          box.current = element;
        }}
        id={id}
        defaultValue={initialText}
        rows={initialText.split('\n').length + 1}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-error`}
        spellCheck={false}
        autoComplete="off"
        className={`${refusal === undefined ? '' : 'masked'} w-full flex-1 resize-y whitespace-pre-wrap break-all rounded-b-lg bg-transparent p-4 font-mono text-xs leading-5`}
      />
      {refusal === undefined && (
        <pre className="hidden whitespace-pre-wrap p-4 font-mono text-xs leading-5 [overflow-wrap:anywhere] print:block">
          {text}
        </pre>
      )}
      {leavesSample && (
        <p role="note" className="m-3 text-caution text-sm">
          This chainId is not the sample network. The server sends the request to that chain’s node.
        </p>
      )}
      <p id={`${id}-error`} role="alert" className="m-3 text-bad text-sm empty:hidden">
        {refusal === undefined && error && `${error.message}.`}
      </p>
      <SecretWarning message={refusal} className="m-3" onClear={reset} />
    </form>
  );
}

type ResponseProps = { title: string; documented: string; call: ReturnType<typeof useSampleCall> };

/** The response with its HTTP status and duration; before the first call, the documented response. */
function ResponsePanel({ title, documented, call }: ResponseProps) {
  const { data: answer, isPending, error } = call;
  const text = answer?.text ?? documented;
  const [, errorCode] = /"error": \{\s*"code": (-?\d{1,6})/.exec(answer?.text ?? '') ?? [];
  return (
    <div className={`panel min-w-0 lg:row-span-2 ${answer ? '' : 'max-sm:[&_section]:max-h-48'}`}>
      <div className="flex min-h-12 items-center justify-between gap-2 border-line border-b px-4 py-1.5">
        <div className="flex flex-wrap gap-x-1 text-sm">
          <h2 className="font-medium">Response</h2>
          <span
            className={
              answer?.status === 200 && errorCode === undefined ? 'font-medium text-good' : 'text-muted'
            }
            aria-live="polite"
          >
            {answer ? `${answer.status}, ${answer.ms} ms` : isPending ? '' : 'example'}
          </span>
          {errorCode !== undefined && <span className="font-medium text-bad">Error {errorCode}</span>}
        </div>
        <CopyMark text={text} what="response" />
      </div>
      {error !== null ? (
        <p role="alert" className="p-4 text-bad text-sm">
          No response from this server. Run it again.
        </p>
      ) : (
        <CodeBlock text={text} label={`Response of ${title}`} isJson />
      )}
    </div>
  );
}

/** The request as code, in the chosen language. */
function CodePanel({ title, group, request }: Omit<Props, 'response'>) {
  const [kind, setKind] = useState<SnippetKind>('curl');
  const origin = useScripted() ? location.origin : 'http://localhost:3000';
  const code = snippet(kind, origin, `/${group}`, request);
  return (
    <div className="panel min-w-0">
      <div className="flex min-h-12 flex-wrap items-center gap-2 border-line border-b px-4 py-1.5 max-sm:pt-3 lg:pt-3">
        <h2 className="mr-auto font-medium text-sm max-sm:w-full lg:w-full">
          The same call from your code{' '}
          <span className="font-normal text-muted">
            (needs a{' '}
            <a href="/docs" className="link">
              server key
            </a>
            )
          </span>
        </h2>
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
      <CodeBlock text={code} label={`${kind} code of ${title}`} />
    </div>
  );
}

/** Returns a mutation that sends a request to the dashboard's endpoint. It fails only if there is no response. */
function useSampleCall(group: 'solana' | 'evm-chain') {
  return useMutation({
    mutationFn: async (body: string) => {
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
