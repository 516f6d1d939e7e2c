import { hash } from 'node:crypto';
import { type ParsedRecord, readRecordId } from './read-record';

/** Names that hold the id when every record has one and none repeats, the first before the others. */
const builtinIdFields = ['id', 'objectID', '_id', 'sku', 'asin', 'gtin'];
/** Names among them that are codes of products in the first place: keying on one is worth a warning. */
const codeFields = ['sku', 'asin', 'gtin'];

/** Records below which a field that only looks like a code is not taken. */
const codeFieldRecordsMin = 50;
/** Fields other than built-in ones that are watched; those that come later are not. */
const watchedFieldsMax = 8;
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
  missing: number;
  duplicates: number;
  /** Hashes of the values so far. */
  seen: Set<number>;
}

/** Watches which fields of records could be their ids. Its memory does not grow with the size of values. */
export function createIdCandidates() {
  const watched = new Map<string, Watched>();
  const dropped = new Set<string>();
  let records = 0;

  function watch(field: string): void {
    if (watched.has(field) || dropped.has(field)) return;
    const isBuiltin = builtinIdFields.includes(field);
    const others = [...watched.keys()].filter((name) => !builtinIdFields.includes(name)).length;
    if (isBuiltin || others < watchedFieldsMax)
      watched.set(field, { missing: records, duplicates: 0, seen: new Set() });
  }

  function note(field: string, candidate: Watched, record: ParsedRecord): void {
    const read = readRecordId(record, field);
    const id = 'id' in read && (builtinIdFields.includes(field) || isCode(field, read.id)) ? read.id : null;
    const hash = id === null ? null : hashOf(id);
    if (hash === null) candidate.missing++;
    else if (candidate.seen.has(hash)) candidate.duplicates++;
    else candidate.seen.add(hash);
    const flawsMax = Math.max(flawsMin, (records + 1) * flawShareMax);
    if (candidate.missing + candidate.duplicates <= flawsMax) return;
    watched.delete(field);
    dropped.add(field);
  }

  const flawless = () =>
    Array.from(watched).flatMap(([field, { missing, duplicates }]) =>
      missing + duplicates === 0 ? [field] : [],
    );

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

/**
 * Whether a value looks like a code: no blanks, a digit in it, and not a date, a decimal number or an
 * address. Digits alone are a code where the name of the field says so: counts and prices are digits too.
 */
function isCode(field: string, value: string): boolean {
  if (value.length > 64 || !/\d/.test(value) || !/^[\p{L}\p{N}][\p{L}\p{N}._:#-]*$/u.test(value))
    return false;
  if (/^\d{4}-\d{2}(-\d{2})?(T|$)/.test(value) || /^\d+\.\d+$/.test(value)) return false;
  return (
    !/^\d+$/.test(value) || /(^|[_\-.\s])(id|nr|no|num|number|code|ref|key|ean|upc)$|I[dD]$/i.test(field)
  );
}

function flaw(missing: number, duplicates: number): string {
  const lacking = `${missing} ${missing === 1 ? 'record lacks' : 'records lack'} it`;
  const repeated = `${duplicates} ${duplicates === 1 ? 'record repeats' : 'records repeat'} a value`;
  return [...(missing > 0 ? [lacking] : []), ...(duplicates > 0 ? [repeated] : [])].join(', ');
}

/** 48 bits of a hash: among the records of an upload, two different values meet once in 200,000 uploads. */
function hashOf(text: string): number {
  return hash('sha1', text, 'buffer').readUIntBE(0, 6);
}
