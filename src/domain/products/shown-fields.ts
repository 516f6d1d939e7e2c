import { fieldNameCharsMax } from './limits';
import { namedFields, type ObjectSettings } from './settings';

/** Names of hidden fields, and the only visible ones; null adds no bound. */
export interface FieldBound {
  hidden: readonly string[] | null;
  visible: readonly string[] | null;
}

/**
 * Visible fields under some bounds, by their names; names of nested fields are joined by dots. The name of a
 * field includes the fields below it.
 */
export interface ShownFields {
  shows(name: string): boolean;
  /** How much of a field and of all below it is visible. */
  extent(name: string): 'all' | 'some' | 'none';
}

/** All fields, for callers without bounds. */
export const everyField: ShownFields = { shows: () => true, extent: () => 'all' };

/** The fields that are visible under all bounds. */
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

/** Bounds of fields among those of the keys of a chain. */
export function fieldBoundsOf(
  chain: readonly { hiddenFields: FieldBound['hidden']; visibleFields: FieldBound['visible'] }[],
): FieldBound[] {
  return chain.map(({ hiddenFields: hidden, visibleFields: visible }) => ({ hidden, visible }));
}

/** Whether answers may tell a caller the name of a field that the caller has not named. */
export type IsVisibleName = (name: string) => boolean;

/** For callers who see every record. */
export const everyNameVisible: IsVisibleName = () => true;

/**
 * Names for callers who see a part of the records: those that the settings name, and the field of the ids.
 * Any other field may be one that only hidden records have.
 */
export function visibleFieldNames(settings: ObjectSettings, idField: string | null): IsVisibleName {
  const named = namedFields(settings);
  return (name) => named.has(name) || name === idField;
}

/** A set of names, with the names of all objects that contain them. */
interface NameSet {
  names: ReadonlySet<string>;
  parents: ReadonlySet<string>;
}

function namesOf(names: readonly string[]): NameSet {
  return { names: new Set(names), parents: new Set(names.flatMap((name) => [...parentsOf(name)])) };
}

/** Whether the set contains a name, or the name of an object that contains it. */
function holds({ names }: NameSet, name: string): boolean {
  if (names.size === 0) return false;
  if (names.has(name)) return true;
  for (const parent of parentsOf(name)) if (names.has(parent)) return true;
  return false;
}

/**
 * Names of the objects that contain a field, outermost first. Members of records may have names of any
 * length, fields may not.
 */
function* parentsOf(name: string): Generator<string> {
  for (let dot = name.indexOf('.'); dot !== -1 && dot <= fieldNameCharsMax; dot = name.indexOf('.', dot + 1))
    yield name.slice(0, dot);
}
