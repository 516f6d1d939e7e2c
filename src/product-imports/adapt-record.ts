import { parseRecord, rawElements, rawMembers, rawObject } from '../domain/products/raw-object';

/** A record, as JSON text and parsed. */
export interface ImportedRecord {
  text: string;
  value: Record<string, unknown>;
}

/** Placeholder in a name for any part of it. */
export const anyPart = '.*';

/** How records of a source differ from those of an index. */
export interface RecordRules {
  /** Member with the id of a record in the source. */
  sourceId: string | null;
  /** Field with the ids of records in the index. */
  idField: string;
  /**
   * Names of fields with places as `[latitude, longitude]`, which an index would read in the other order.
   * Dots separate objects, or are part of a member's name; `.*` matches any part of a name.
   */
  places: readonly string[];
}

/**
 * Converts a record of a source: a record without the id field gets it from the id of the source, and places
 * become objects. Other members keep their text.
 */
export function adaptRecord(
  record: ImportedRecord,
  { sourceId, idField, places }: RecordRules,
): ImportedRecord {
  const { text, value } = record;
  const takesId = sourceId !== null && !Object.hasOwn(value, idField) && Object.hasOwn(value, sourceId);
  const placed = places.length === 0 ? null : withPlaces(text, value, { places, path: '' });
  if (!takesId && placed === null) return record;
  const members = rawMembers(placed ?? text);
  if (takesId) members.set(idField, members.get(sourceId)!);
  const adapted = rawObject(members);
  return { text: adapted, value: parseRecord(adapted) };
}

/** Path of a value, and the fields with places. */
interface PlaceSearch {
  places: readonly string[];
  path: string;
}

/** The text of a value with its places as objects; null without any. */
function withPlaces(text: string, value: unknown, { places, path }: PlaceSearch): string | null {
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value)) {
    const texts = rawElements(text);
    const found = (value as unknown[]).map((element, n) => withPlaces(texts[n]!, element, { places, path }));
    if (found.every((each) => each === null)) return null;
    return `[${texts.map((each, n) => found[n] ?? each).join(',')}]`;
  }
  let members: ReturnType<typeof rawMembers> | null = null;
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    if (typeof member !== 'object' || member === null) continue;
    const memberPath = path === '' ? name : `${path}.${name}`;
    members ??= rawMembers(text);
    const isPlaced = places.some((place) => isNamed(place, memberPath));
    const placed = isPlaced ? placeText(member) : null;
    const changed = placed ?? withPlaces(members.get(name)!, member, { places, path: memberPath });
    if (changed !== null) members.set(name, changed);
  }
  const after = members === null ? text : rawObject(members);
  return after === text ? null : after;
}

/** Whether a name, or a pattern of names, matches a path. */
function isNamed(name: string, path: string): boolean {
  const [before, after] = name.split(anyPart) as [string, string?];
  if (after === undefined) return path === name;
  return path.length >= before.length + after.length && path.startsWith(before) && path.endsWith(after);
}

/** A pair, or a list of pairs, as JSON objects; null for any other value. */
function placeText(value: unknown): string | null {
  if (!Array.isArray(value)) return null;
  if (isPair(value)) return JSON.stringify({ lat: value[0], lng: value[1] });
  if (value.length === 0 || !(value as unknown[]).every(isPair)) return null;
  return JSON.stringify((value as [number, number][]).map(([lat, lng]) => ({ lat, lng })));
}

function isPair(value: unknown): value is [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'number');
}
