import type { CommandIo } from './io';

/** Shows how far a long job is: a bar on a terminal, a line every ten seconds elsewhere. */
export type ProgressBar = {
  /** @param fraction 0 to 1 */
  show: (fraction: number, text: string) => void;
  /** Ends the bar's line. */
  done: () => void;
};

export function progressBar(
  { stderr }: Pick<CommandIo, 'stderr'>,
  now: () => number = () => performance.now(),
): ProgressBar {
  const width = 28;
  const interval = stderr.isTTY ? 100 : 10_000;
  let last = stderr.isTTY ? Number.NEGATIVE_INFINITY : now();
  let open = false;
  return {
    show(fraction, text) {
      if (now() - last < interval && fraction < 1) return;
      last = now();
      const percent = `${Math.floor(fraction * 100)} %`.padStart(5);
      if (!stderr.isTTY) return void stderr.write(`${percent}  ${text}\n`);
      const full = Math.round(fraction * width);
      stderr.write(`\r\u001b[K[${'█'.repeat(full)}${'·'.repeat(width - full)}] ${percent}  ${text}`);
      open = true;
    },
    done() {
      if (open) stderr.write('\n');
      open = false;
    },
  };
}
