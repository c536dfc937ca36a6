import { writeJson } from './exact-write';
import { indentJson } from './indent';

/** A value as indented JSON with exact integers, cut at 200,000 characters. */
export const prettyJson = (value: unknown): string => indentJson(writeJson(value), 200_000);
