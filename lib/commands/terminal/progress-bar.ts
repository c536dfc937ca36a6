import type { CommandIo } from './io';

/** Shows the progress of a long job: a bar on a terminal, otherwise a line every ten seconds. */
export type ProgressBar = {
  /**
   * Shows the current progress with a message.
   * @param fraction 0 to 1
   */
  show: (fraction: number, text: string) => void;
  /** Ends the line of the bar. */
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
