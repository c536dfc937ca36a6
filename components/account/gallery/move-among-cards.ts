import type { KeyboardEvent } from 'react';

const STEPS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Moves the focus from a card to the nearest card in the direction of an arrow key. */
export function moveAmongCards(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  const from = event.target as HTMLElement;
  if (step === undefined || !from.matches('a[data-card]') || event.metaKey || event.ctrlKey || event.altKey)
    return;
  const cards = [...event.currentTarget.querySelectorAll<HTMLElement>('a[data-card]')];
  // Left and right follow the order of the list, also from the end of one line to the next.
  const next = step[1] === 0 ? cards[cards.indexOf(from) + step[0]] : cardInNextLine(from, cards, step[1]);
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** Returns the card that is nearest in the next line below (`down` is 1) or above (-1). */
function cardInNextLine(from: HTMLElement, cards: readonly HTMLElement[], down: number) {
  const { left, top } = from.getBoundingClientRect();
  const beyond = cards
    .map((card) => ({ card, box: card.getBoundingClientRect() }))
    .filter(({ box }) => (box.top - top) * down > 1);
  const distance = Math.min(...beyond.map(({ box }) => (box.top - top) * down));
  const line = beyond.filter(({ box }) => (box.top - top) * down < distance + 1);
  return line.sort((a, b) => Math.abs(a.box.left - left) - Math.abs(b.box.left - left))[0]?.card;
}
