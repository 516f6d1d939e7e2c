import { hashText } from '../schema/value-hash';
import { isIdCode, nameMeaning, type NameMeaning } from './id-code';
import { type ParsedRecord, readRecordId } from './read-record';

/** Usual names of id fields, the preferred one first. */
const builtinIdFields = ['id', 'objectID', '_id', 'sku', 'asin', 'gtin'];
/** Usual names that stand for codes of products; a caller is warned when such a field is taken for the id. */
const codeFields = ['sku', 'asin', 'gtin'];

/** Least number of records for which a field is taken because its values look like codes. */
const codeFieldRecordsMin = 50;
/**
 * Bound of the values of all watched fields together, ten fields of 50,000 records. Beyond it the field of
 * the lowest rank is dropped.
 */
const watchedValuesMax = 500_000;
/** A field is dropped when a larger share of the records has no value in it, or a repeated one. */
const flawShareMax = 0.05;
/** Number of such records that is allowed in any case. */
const flawsMin = 5;

/** A field that is almost unique, and the reason why it is no candidate. */
export interface NearCandidate {
  field: string;
  /** Number of records whose value cannot be an id, or that have none. */
  missing: number;
  /** Number of records whose value an earlier record has. */
  duplicates: number;
  reason: string;
}

/** Suggestion of an id field. */
export interface IdSuggestion {
  /** The suggested field; null without a candidate, or with too few records. */
  pick: string | null;
  /** Fields that have a unique value in every record; the values look like codes. */
  candidates: string[];
  near: NearCandidate[];
}

/** The id field, found by its name or by its values. */
export interface FoundIdField {
  field: string;
  origin: 'builtin' | 'code_field';
}

/** A watched field. */
interface Watched {
  meaning: NameMeaning;
  missing: number;
  duplicates: number;
  /** Hashes of the values so far. */
  seen: Set<number>;
}

/** Finds the id field of records. All fields are examined; memory is bounded. */
export function createIdCandidates() {
  const watched = new Map<string, Watched>();
  const dropped = new Set<string>();
  let records = 0;
  let values = 0;

  function watch(field: string): void {
    if (watched.has(field) || dropped.has(field)) return;
    if (records > allowedFlaws(records)) return;
    const meaning = nameMeaning(field);
    watched.set(field, { meaning, missing: records, duplicates: 0, seen: new Set() });
  }

  function drop(field: string): void {
    values -= watched.get(field)!.seen.size;
    watched.delete(field);
    dropped.add(field);
  }

  /** Watched fields, highest rank first. */
  const inOrder = () =>
    [...watched.keys()].sort((a, b) => rankOf(a, watched.get(a)!) - rankOf(b, watched.get(b)!));

  function note(field: string, candidate: Watched, record: ParsedRecord): void {
    const read = readRecordId(record, field);
    const isId = 'id' in read && (builtinIdFields.includes(field) || isIdCode(candidate.meaning, read.id));
    const id = isId ? read.id : null;
    const hash = id === null ? null : hashText(id);
    if (hash === null) candidate.missing++;
    else if (candidate.seen.has(hash)) candidate.duplicates++;
    else {
      candidate.seen.add(hash);
      if (++values > watchedValuesMax) drop(inOrder().at(-1)!);
    }
    if (watched.has(field) && candidate.missing + candidate.duplicates > allowedFlaws(records + 1))
      drop(field);
  }

  const flawless = () =>
    inOrder().filter((field) => {
      const { missing, duplicates } = watched.get(field)!;
      return missing + duplicates === 0;
    });

  function find(): FoundIdField | null {
    if (records === 0) return null;
    const fields = flawless();
    const builtin = builtinIdFields.find((field) => fields.includes(field));
    if (builtin !== undefined)
      return { field: builtin, origin: codeFields.includes(builtin) ? 'code_field' : 'builtin' };
    const [field] = fields;
    return field === undefined || records < codeFieldRecordsMin ? null : { field, origin: 'code_field' };
  }

  return {
    add(record: ParsedRecord): void {
      for (const field of Object.keys(record.value)) watch(field);
      for (const [field, candidate] of watched) note(field, candidate, record);
      records++;
    },

    /** The id field; null without one. */
    find,

    /** Suggestion for a caller whose records have no id field. */
    suggest(): IdSuggestion {
      const candidates = records === 0 ? [] : flawless();
      const pick = records < codeFieldRecordsMin ? null : (find()?.field ?? null);
      const near = Array.from(watched).flatMap(([field, { missing, duplicates }]) =>
        missing + duplicates === 0 ? [] : [{ field, missing, duplicates, reason: flaw(missing, duplicates) }],
      );
      return { pick, candidates, near };
    },
  };
}

/** Number of records without a value, or with a repeated one, up to which a field is watched. */
function allowedFlaws(records: number): number {
  return Math.max(flawsMin, records * flawShareMax);
}

/** Rank of a field, the highest is 0: usual names of id fields, then other names that mean an id. */
function rankOf(field: string, { meaning }: Watched): number {
  if (builtinIdFields.includes(field)) return 0;
  return meaning === 'id' ? 1 : 2;
}

function flaw(missing: number, duplicates: number): string {
  const lacking = `${missing} ${missing === 1 ? 'record lacks' : 'records lack'} it`;
  const repeated = `${duplicates} ${duplicates === 1 ? 'record repeats' : 'records repeat'} a value`;
  return [...(missing > 0 ? [lacking] : []), ...(duplicates > 0 ? [repeated] : [])].join(', ');
}
