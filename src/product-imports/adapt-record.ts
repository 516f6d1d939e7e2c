import { rawMembers, rawObject } from '../domain/products/raw-object';

/** A record, as JSON text and parsed. */
export interface ImportedRecord {
  text: string;
  value: Record<string, unknown>;
}

/** Differences of the records of a source from those of an index. */
export interface RecordRules {
  /** Member that holds the id of a record in the source. */
  sourceId: string | null;
  /** Field that holds the ids of records in the index. */
  idField: string;
  /** Fields whose places are written `[latitude, longitude]`; an index reads pairs the other way round. */
  places: readonly string[];
}

/**
 * Writes a record of a source as one of the index: a record without the id field gets it from the id of the
 * source, and places become objects. Other members keep their text.
 */
export function adaptRecord(
  record: ImportedRecord,
  { sourceId, idField, places }: RecordRules,
): ImportedRecord {
  const { text, value } = record;
  const takesId = sourceId !== null && !Object.hasOwn(value, idField) && Object.hasOwn(value, sourceId);
  const found = places.filter((name) => Object.hasOwn(value, name) && placeText(value[name]) !== null);
  if (!takesId && found.length === 0) return record;
  const members = rawMembers(text);
  for (const name of found) members.set(name, placeText(value[name])!);
  if (takesId) members.set(idField, members.get(sourceId)!);
  const adapted = rawObject(members);
  return { text: adapted, value: JSON.parse(adapted) as Record<string, unknown> };
}

/** A pair, or a list of pairs, as JSON of objects; null for anything else. */
function placeText(value: unknown): string | null {
  if (!Array.isArray(value)) return null;
  if (isPair(value)) return JSON.stringify({ lat: value[0], lng: value[1] });
  if (value.length === 0 || !(value as unknown[]).every(isPair)) return null;
  return JSON.stringify((value as [number, number][]).map(([lat, lng]) => ({ lat, lng })));
}

function isPair(value: unknown): value is [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'number');
}
