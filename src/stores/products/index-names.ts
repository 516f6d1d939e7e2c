import { type Condition } from 'mongodb';

/** Lists of names of indexes; in each list, a trailing `*` stands for any rest. A name has to be in every list. */
export type IndexPatterns = readonly (readonly string[])[];

/**
 * Conditions on a field that holds the name of an index, one for each list. Patterns are plain names
 * (`[a-z0-9_-]`), so that none can hold an operator of regular expressions.
 */
export function namedLike(patterns: IndexPatterns): Condition<string>[] {
  return patterns.map((names) => ({
    $in: names.map((name) => (name.endsWith('*') ? new RegExp(`^${name.slice(0, -1)}`) : name)),
  }));
}
