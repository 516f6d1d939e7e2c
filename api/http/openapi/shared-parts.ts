import { isDeepStrictEqual } from 'node:util';
import { pascalCase } from './pascal-case';

/** Least number of uses of a shared part. */
const usesMin = 2;

/**
 * A section of `components`, and the function that names its parts; null for a part that cannot be shared.
 */
export interface SharedSection {
  kind: 'parameters' | 'responses';
  components: Record<string, unknown>;
  nameOf: (part: unknown) => string | null;
}

/**
 * Moves parts that several operations share into `components`, and leaves references. Of different parts with
 * the same name, the one with the most uses is moved.
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

/** Parts that all lists share, and the lists without them. */
export function splitCommon(lists: readonly unknown[][]): { common: unknown[]; own: unknown[][] } {
  const isIn = (list: readonly unknown[], part: unknown) => list.some((one) => isDeepStrictEqual(one, part));
  const [first = [], ...others] = lists;
  const common = others.length === 0 ? [] : first.filter((part) => others.every((list) => isIn(list, part)));
  return { common, own: lists.map((list) => list.filter((part) => !isIn(common, part))) };
}

/** Shared name of a parameter; null for none. */
export function parameterName(parameter: unknown): string | null {
  return pascalCase((parameter as { name: string }).name);
}

/**
 * Shared name of a successful answer, which is that of its schema; null for none. Refusals are shared
 * already.
 */
export function responseName(response: unknown): string | null {
  const { content } = response as { content?: Record<string, { schema?: { $ref?: string } }> };
  const ref = content?.['application/json']?.schema?.$ref;
  return ref === undefined ? null : ref.slice(ref.lastIndexOf('/') + 1);
}
