import { CopiedText } from '@/components/ui/copy/copied-text';
import { cleanText } from '@/lib/dashboard/format';

/** Longer text is truncated: a URI in a Token-2022 mint may have thousands of characters. */
const MAX_INPUT_CHARACTERS = 300;

/** An untrusted text such as a URI, truncated if it is too long. Its lines break anywhere. */
export function Breakable({ text }: { text: string }) {
  return (
    <span className="min-w-0 [overflow-wrap:anywhere] [word-break:normal]">
      {text.length > MAX_INPUT_CHARACTERS ? `${text.slice(0, MAX_INPUT_CHARACTERS)}…` : text}
    </span>
  );
}

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
