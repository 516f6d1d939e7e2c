import { type ChainedBounds, type KeyScope } from './key-scope';
import { fieldNameCharsMax } from './limits';

/** Names of fields that are hidden, and the only ones that are visible; null adds no bound. */
export interface FieldBound {
  hidden: readonly string[] | null;
  visible: readonly string[] | null;
}

/**
 * Fields that some bounds show, by their names; those of nested fields are joined by dots. A name stands for
 * the fields below it too.
 */
export interface ShownFields {
  shows(name: string): boolean;
  /** Extent to which a field and all below it are shown. */
  extent(name: string): 'all' | 'some' | 'none';
}

/** For callers without bounds. */
export const everyField: ShownFields = { shows: () => true, extent: () => 'all' };

/** The fields that all of several bounds show. */
export function createShownFields(bounds: readonly FieldBound[]): ShownFields {
  const given = bounds.filter(({ hidden, visible }) => (hidden?.length ?? 0) > 0 || visible !== null);
  if (given.length === 0) return everyField;
  const hidden = namesOf(given.flatMap((bound) => bound.hidden ?? []));
  const visible = given.flatMap((bound) => (bound.visible === null ? [] : [namesOf(bound.visible)]));
  const extent: ShownFields['extent'] = (name) => {
    if (holds(hidden, name)) return 'none';
    const within = visible.filter((names) => !holds(names, name));
    if (within.some(({ parents }) => !parents.has(name))) return 'none';
    return within.length > 0 || hidden.parents.has(name) ? 'some' : 'all';
  };
  return {
    extent,
    shows: (name) => !holds(hidden, name) && visible.every((names) => holds(names, name)),
  };
}

export function fieldBoundsOf(chain: KeyScope['chain']): FieldBound[] {
  return chain.map(({ hiddenFields: hidden, visibleFields: visible }: ChainedBounds) => ({
    hidden,
    visible,
  }));
}

/** Names, and those of the objects that they are in. */
interface NameSet {
  names: ReadonlySet<string>;
  parents: ReadonlySet<string>;
}

function namesOf(names: readonly string[]): NameSet {
  return { names: new Set(names), parents: new Set(names.flatMap((name) => [...parentsOf(name)])) };
}

/** Whether a name, or that of an object that it is in, is among names. */
function holds({ names }: NameSet, name: string): boolean {
  if (names.size === 0) return false;
  if (names.has(name)) return true;
  for (const parent of parentsOf(name)) if (names.has(parent)) return true;
  return false;
}

/**
 * Names of the objects that a field is in. Names of members of records may be of any length; those of fields
 * are not.
 */
function* parentsOf(name: string): Generator<string> {
  for (let dot = name.indexOf('.'); dot !== -1 && dot <= fieldNameCharsMax; dot = name.indexOf('.', dot + 1))
    yield name.slice(0, dot);
}
