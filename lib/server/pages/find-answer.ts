import 'server-only';
import type * as z from 'zod/mini';
import { LookUpFields } from '@/lib/dashboard/forms';
import { type DetectedInput, exposedSecretMessage } from '@/lib/dashboard/search/detected-input';
import { stylePaths } from './static-asset-paths';

/**
 * Handles the search form of browsers without JavaScript: redirects to the page for a recognized input, or returns a
 * page with an explanation or several links. The text itself is never in a URL, a log or the response.
 */
export async function findAnswer(text: string): Promise<Response> {
  const read = await LookUpFields.safeParseAsync({ q: text });
  return read.success ? seeOther(read.data.q.href) : refusedAnswer(read.error);
}

/** Creates the response to a form field with a secret, such as a seed phrase. */
export const secretAnswer = (label: string): Response =>
  page({ ok: false, kind: 'secret', label, message: '' });

/** Creates the response to a form field that the form's schema refuses. */
export const refusedAnswer = (error: z.core.$ZodError): Response => page(recognized(error));

/** Creates a redirect. The location is relative, so that it works behind any proxy. */
export const seeOther = (place: string): Response =>
  new Response(null, { status: 303, headers: { Location: place } });

/** Returns what a refused text was recognized as. */
const recognized = ({ issues: [issue] }: z.core.$ZodError): Exclude<DetectedInput, { ok: true }> =>
  issue?.code === 'custom' && issue.params?.found
    ? issue.params.found
    : { ok: false, kind: 'wrong', message: issue?.message ?? '' };

function page(found: Exclude<DetectedInput, { ok: true }>): Response {
  const words =
    found.kind === 'secret'
      ? exposedSecretMessage(found.label)
      : found.kind === 'choice'
        ? found.message.replace('Nothing was sent. ', '')
        : found.message;
  const sheets = stylePaths().map((path) => `<link rel="stylesheet" href="${escapeHtml(path)}">`);
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>Find · Satchel</title>${sheets.join('')}</head><body class="flex flex-col antialiased"><main class="mx-auto w-full max-w-2xl px-4 py-24"><h1 class="font-semibold text-2xl tracking-tight">${found.kind === 'choice' ? 'What is this?' : 'Not looked up'}</h1><p role="alert" class="mt-2">${escapeHtml(words)}.</p>${linksOf(found)}<p class="mt-6"><a class="control" href="/">Look something up</a></p></main></body></html>`;
  return new Response(body, {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}

function linksOf(found: DetectedInput): string {
  const links =
    found.kind === 'elsewhere'
      ? found.links
      : found.kind === 'choice'
        ? found.options.flatMap((option) =>
            option.ok
              ? [{ name: `${option.label}: ${option.value}`, href: option.href }]
              : option.kind === 'elsewhere'
                ? option.links.map(({ name, href }) => ({ name: `${option.label}: ${name}`, href }))
                : [],
          )
        : [];
  const lines = links.map(
    ({ name, href }) =>
      `<li class="py-1 break-all"><a class="link" rel="noreferrer" href="${escapeHtml(href)}">${escapeHtml(name)}</a></li>`,
  );
  return lines.length === 0 ? '' : `<ul class="mt-4">${lines.join('')}</ul>`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
