import { isDeepStrictEqual } from 'node:util';
import { pascalCase } from './pascal-case';

/** Parts with fewer uses stay where they are. */
const usesMin = 2;

/** A section of `components`, and the names of parts that may be in it; null for parts that may not. */
export interface SharedSection {
  kind: 'parameters' | 'responses';
  components: Record<string, unknown>;
  nameOf: (part: unknown) => string | null;
}

/**
 * Moves parts that several operations have in the same form into `components`, and leaves references in their
 * places. Of different parts with one name, the one with the most uses is moved.
 */
export function shareParts(
  lists: readonly (unknown[] | Record<string, unknown>)[],
  { kind, components, nameOf }: SharedSection,
): void {
  const uses = new Map<string, { list: Record<string, unknown>; key: string; part: unknown }[]>();
  for (const list of lists as readonly Record<string, unknown>[])
    for (const [key, part] of Object.entries(list)) {
      const text = JSON.stringify(part);
      uses.set(text, [...(uses.get(text) ?? []), { list, key, part }]);
    }
  const byUses = [...uses.values()].sort((a, b) => b.length - a.length);
  for (const same of byUses.filter(({ length }) => length >= usesMin)) {
    const { part } = same[0]!;
    const name = nameOf(part);
    if (name === null || name in components) continue;
    components[name] = part;
    for (const { list, key } of same) list[key] = { $ref: `#/components/${kind}/${name}` };
  }
}

/** Parts that each of several lists has, and the lists without them. */
export function splitCommon(lists: readonly unknown[][]): { common: unknown[]; own: unknown[][] } {
  const isIn = (list: readonly unknown[], part: unknown) => list.some((one) => isDeepStrictEqual(one, part));
  const [first = [], ...others] = lists;
  const common = others.length === 0 ? [] : first.filter((part) => others.every((list) => isIn(list, part)));
  return { common, own: lists.map((list) => list.filter((part) => !isIn(common, part))) };
}

/** Name of a parameter among the shared ones. */
export function parameterName(parameter: unknown): string | null {
  return pascalCase((parameter as { name: string }).name);
}

/** Name of a successful answer among the shared ones: that of its schema. Refusals are shared already. */
export function responseName(response: unknown): string | null {
  const { content } = response as { content?: Record<string, { schema?: { $ref?: string } }> };
  const ref = content?.['application/json']?.schema?.$ref;
  return ref === undefined ? null : ref.slice(ref.lastIndexOf('/') + 1);
}
