'use client';

import { CopyButton } from '@/components/ui/copy/copy-button';
import { curlOf, type SnippetRequest } from '@/lib/dashboard/docs/curl';

/** Copies a call as a curl command that runs once `PROJECT_ID` and `PROJECT_SERVER_KEY` are set in the shell. */
export function CopyCurl({ request }: { request: SnippetRequest }) {
  return (
    <CopyButton text={() => curlOf(location.origin, request)} what="curl line">
      Copy as curl
    </CopyButton>
  );
}
