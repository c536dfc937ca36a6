import 'server-only';

const waiting: (() => void)[] = [];

/**
 * Calls `write` at the end of this turn of the event loop, with all others that wait for it. A client of many
 * connections is then woken once a turn and not for each answer, and waking it costs as much as the rest of a small
 * answer: 26 of 60 µs (`npm run bench -- door`).
 * @param write throws nothing
 */
export function atEndOfTurn(write: () => void): void {
  if (waiting.push(write) === 1) setImmediate(writeAll);
}

function writeAll(): void {
  for (const write of waiting.splice(0)) write();
}
