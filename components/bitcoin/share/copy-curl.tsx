'use client';

import { useScripted } from '@/components/ui/a11y/use-scripted';
import { CopyButton } from '@/components/ui/copy/copy-button';
import { curlOf, type SnippetRequest } from '@/lib/dashboard/docs/curl';

/** Copies a call as a curl command that runs once `PROJECT_ID` and `PROJECT_SERVER_KEY` are set in the shell. */
export function CopyCurl({ request }: { request: SnippetRequest }) {
  const text = useScripted() ? curlOf(location.origin, request) : '';
  return (
    <CopyButton text={text} what="curl line">
      Copy as curl
    </CopyButton>
  );
}
