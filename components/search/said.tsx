import type { DetectedInput } from '@/lib/dashboard/search/detected-input';
import { ClearButton } from '../forms/clear-button';
import { Spoken } from '../ui/a11y/spoken';

type Props = {
  id: string;
  found: DetectedInput | undefined;
  going: boolean;
  onClear: () => void;
};

/** Whether input and the message about it are printed: only text that cannot be looked up, but never secrets. */
export const isPrinted = (found: DetectedInput | undefined) =>
  found?.kind === 'wrong' || found?.kind === 'elsewhere';

/**
 * Says what the input was recognized as. Screen readers announce the message when typing pauses, and a warning about a
 * secret immediately. Only the announced text describes the field, because it does not change with each letter.
 */
export function Said({ id, found, going, onClear }: Props) {
  const isSecret = found?.kind === 'secret';
  const said = found === undefined || isSecret ? '' : going ? 'Looking it up' : words(found);
  const canGo = found?.ok === true && !going;
  const links = found?.kind === 'elsewhere' ? found.links : [];
  return (
    <div className="max-w-full">
      {said !== '' && (
        <p
          className={`rounded-md px-2.5 py-1.5 text-sm ${isPrinted(found) ? 'said' : 'print:hidden'} ${found ? toneOf(found) : ''}`}
        >
          {said}
          {/* Phones have a button instead. */}
          {canGo && <span className="pointer-coarse:hidden">{PRESS_ENTER}</span>}
          {links.map(({ name, href }) => (
            <a key={href} href={href} target="_blank" rel="noreferrer" className="link ml-2 inline-block">
              {name}
            </a>
          ))}
        </p>
      )}
      {/* Always rendered, because a live region that is added together with its text is not announced. */}
      <Spoken
        id={id}
        text={[canGo ? `${said}${PRESS_ENTER}` : said, ...links.map(({ name }) => name)].join(' ')}
        typed
      />
      {isSecret && (
        <p role="alert" className="rounded-md bg-bad-soft px-2.5 py-1.5 font-medium text-bad text-sm">
          {found.message}. <ClearButton onClear={onClear} />
        </p>
      )}
    </div>
  );
}

const PRESS_ENTER = ' Press Enter.';

const words = (found: DetectedInput) => `${found.ok ? found.label : found.message}.`.replace(/\.\.$/, '.');

const toneOf = (found: DetectedInput) =>
  found.ok ? 'bg-sunken' : found.kind === 'wrong' ? 'bg-bad-soft text-bad' : 'bg-caution-soft';
