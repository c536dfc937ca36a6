import { writeJson } from './exact-write';
import { indentJson } from './indent';

/** Longer than anyone reads. */
const MAX_CHARACTERS = 200_000;

/** A value as indented JSON for reading, its integers exact; what is longer than 200,000 characters is cut. */
export const prettyJson = (value: unknown): string => indentJson(writeJson(value), MAX_CHARACTERS);
