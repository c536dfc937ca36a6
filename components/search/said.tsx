import type { Recognised } from '@/lib/dashboard/search/recognised';

type Props = { id: string; found: Recognised | undefined; going: boolean };

/** Whether its text is on paper, with what is said of it: a secret is not, nor what is still to be chosen. */
export const isPrinted = (found: Recognised | undefined) =>
  found?.kind === 'wrong' || found?.kind === 'elsewhere';

/** What a text was recognised as, politely; the warning of a secret at once. */
export function Said({ id, found, going }: Props) {
  const isSecret = found?.kind === 'secret';
  return (
    // Always there: what is put into a page together with its live region is not spoken.
    <div className="max-w-full">
      <p
        id={id}
        aria-live="polite"
        className={`text-sm ${isPrinted(found) ? 'said' : 'print:hidden'} ${found === undefined || isSecret ? '' : `rounded-md px-2.5 py-1.5 ${toneOf(found)}`}`}
      >
        {found && (going ? 'Looking it up' : !isSecret && words(found))}
        {found?.kind === 'elsewhere' &&
          found.links.map(({ name, href }) => (
            <a key={href} href={href} target="_blank" rel="noreferrer" className="link ml-2 inline-block">
              {name}
            </a>
          ))}
      </p>
      {isSecret && (
        <p role="alert" className="rounded-md bg-bad-soft px-2.5 py-1.5 font-medium text-bad text-sm">
          {found.message}.
        </p>
      )}
    </div>
  );
}

const words = (found: Recognised) =>
  found.ok ? `${found.label}. Press Enter.` : `${found.message}.`.replace(/\.\.$/, '.');

const toneOf = (found: Recognised) =>
  found.ok
    ? 'bg-accent-soft text-accent'
    : found.kind === 'wrong'
      ? 'bg-bad-soft text-bad'
      : 'bg-caution-soft';
