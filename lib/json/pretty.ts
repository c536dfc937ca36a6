import { writeJson } from './exact-write';
import { indentJson } from './indent';

/** A value as indented JSON for reading, its integers exact; cut at 200,000 characters, more than anyone reads. */
export const prettyJson = (value: unknown): string => indentJson(writeJson(value), 200_000);
