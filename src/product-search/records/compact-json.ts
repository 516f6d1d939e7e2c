import { rawElements, rawMembers, rawObject } from '../../domain/products/raw-object';

/**
 * Writes JSON on one line, without blanks between its parts, and with each name of an object once: the search
 * engine refuses objects that repeat a name. Numbers and strings keep their text.
 *
 * @param text valid JSON, of bounded depth
 * @param value the parsed text
 */
export function compactJson(text: string, value: unknown): string {
  // Most texts are as a program wrote them.
  return JSON.stringify(value) === text ? text : compacted(text.trim());
}

function compacted(text: string): string {
  if (text.startsWith('{'))
    return rawObject(new Map(Array.from(rawMembers(text), ([name, value]) => [name, compacted(value)])));
  if (text.startsWith('[')) return `[${rawElements(text).map(compacted).join(',')}]`;
  return text;
}
