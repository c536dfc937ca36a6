import { createHash } from 'node:crypto';
import { randomOf } from './images';

/** The values of each trait of a collection, the most common first. */
export type TraitValues = Record<string, readonly string[]>;

/** Chooses traits for a document, in the format of its `attributes`. The result depends only on the arguments. */
export function traitsOf(values: TraitValues, document: string): { trait_type: string; value: string }[] {
  const random = randomOf(createHash('sha256').update(document).digest().readUInt32BE());
  return Object.entries(values).map(([name, choices]) => ({
    trait_type: name,
    // The exponent makes later values rarer.
    value: choices[Math.floor(random() ** 1.6 * choices.length)] ?? '',
  }));
}
