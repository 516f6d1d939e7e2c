import { hashText } from '../schema/value-hash';
import { isIdCode, nameMeaning, type NameMeaning } from './id-code';
import { type ParsedRecord, readRecordId } from './read-record';

/** Names that hold the id when every record has one and none repeats, the first before the others. */
const builtinIdFields = ['id', 'objectID', '_id', 'sku', 'asin', 'gtin'];
/** Names among them that are codes of products in the first place: keying on one is worth a warning. */
const codeFields = ['sku', 'asin', 'gtin'];

/** Records below which a field that only looks like a code is not taken. */
const codeFieldRecordsMin = 50;
/**
 * Values of all watched fields together. Past them the last field is no longer watched, one whose name speaks of
 * an id last: more than ten fields of codes in each of 50,000 records.
 */
const watchedValuesMax = 500_000;
/** Share of records that may lack a value or repeat one before a field is no longer watched. */
const flawShareMax = 0.05;
/** Flaws that are tolerated while few records have been read. */
const flawsMin = 5;

/** A field that nearly qualifies, and why it does not. */
export interface NearCandidate {
  field: string;
  /** Records without a value that could be an id. */
  missing: number;
  /** Records whose value another record has already. */
  duplicates: number;
  reason: string;
}

/** Advice about the field of the ids. */
export interface IdSuggestion {
  /** The field to take; null when none qualifies, or when there are too few records to tell. */
  pick: string | null;
  /** Fields of which every record has a value of its own that looks like a code. */
  candidates: string[];
  near: NearCandidate[];
}

/** The field of the ids, and whether it is named like an id or is a code that can serve as one. */
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

/** Watches which fields of records could be their ids, all of them, in bounded memory. */
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

  /** Fields from the first to the last that would be the id. */
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

    /** The field of the ids; null when none qualifies. */
    find,

    /** Advice for a caller whose records have no id. */
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

/** Records that may lack a value or repeat one before a field is no longer watched. */
function allowedFlaws(records: number): number {
  return Math.max(flawsMin, records * flawShareMax);
}

/** Lower for a field that comes first: built-in names, then names that speak of ids. */
function rankOf(field: string, { meaning }: Watched): number {
  if (builtinIdFields.includes(field)) return 0;
  return meaning === 'id' ? 1 : 2;
}

function flaw(missing: number, duplicates: number): string {
  const lacking = `${missing} ${missing === 1 ? 'record lacks' : 'records lack'} it`;
  const repeated = `${duplicates} ${duplicates === 1 ? 'record repeats' : 'records repeat'} a value`;
  return [...(missing > 0 ? [lacking] : []), ...(duplicates > 0 ? [repeated] : [])].join(', ');
}
