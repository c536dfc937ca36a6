import type { ReactNode } from 'react';

type Props = { title: string; children?: ReactNode; tone?: 'plain' | 'bad'; level?: 1 | 2 };

/** A message instead of an empty, rejected or failed result, with the next step. */
export function Notice({ title, children, tone = 'plain', level = 2 }: Props) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <section
      role={tone === 'bad' ? 'alert' : undefined}
      className={`rounded-lg border px-5 py-6 ${tone === 'bad' ? 'border-bad/40 bg-bad-soft' : 'border-line bg-raised'}`}
    >
      <Heading className="font-semibold">{title}</Heading>
      {children && (
        <div className={`mt-1.5 text-sm ${tone === 'bad' ? 'text-ink' : 'text-muted'}`}>{children}</div>
      )}
    </section>
  );
}

/** The rejected text on a separate line, so that its writing direction does not affect other text. */
export function RefusedText({ text }: { text: string | undefined }) {
  return text === undefined ? null : (
    <p className="mb-1 text-balance break-all font-mono text-ink">
      <bdi>{text}</bdi>
    </p>
  );
}
