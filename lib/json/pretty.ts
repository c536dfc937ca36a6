import { writeJson } from './exact-write';
import { indentJson } from './indent';

/** Formats a value as indented JSON with exact integers, truncated at 200,000 characters. */
export const prettyJson = (value: unknown): string => indentJson(writeJson(value), 200_000);
