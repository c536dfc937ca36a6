import { CopiedText } from '@/components/ui/copy/copied-text';
import { cleanText } from '@/lib/dashboard/format';
import { Breakable } from './breakable';

/** The untrusted URI of an item's metadata document, with a button that copies the full URI. */
export function MetadataUri({ uri }: { uri: string }) {
  const text = cleanText(uri);
  if (text === '') return 'None';
  return (
    <span className="min-w-0 font-mono text-[0.8125rem]">
      <CopiedText text={text} what="metadata URI">
        <Breakable text={text} />
      </CopiedText>
    </span>
  );
}
