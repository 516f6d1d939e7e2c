import { type Condition } from 'mongodb';

/** Lists of names of indexes, in which a trailing `*` matches any suffix. A name has to match every list. */
export type IndexPatterns = readonly (readonly string[])[];

/**
 * Conditions on a field with the name of an index, one for each list. Patterns are plain names
 * (`[a-z0-9_-]`), without operators of regular expressions.
 */
export function namedLike(patterns: IndexPatterns): Condition<string>[] {
  return patterns.map((names) => ({
    $in: names.map((name) => (name.endsWith('*') ? new RegExp(`^${name.slice(0, -1)}`) : name)),
  }));
}
