import { gunzipSync, gzipSync } from 'node:zlib';
import { type IdentifierFormat } from '../../domain/products/settings';
import { condenseDistinct, type DistinctCounter } from './distinct-counter';
import { nothingDeclared } from './declared-fields';
import {
  type FieldSummary,
  type NotationForm,
  type PartCount,
  type RecordSummary,
  type Separator,
} from './record-summary';

/** A field as stored: lists instead of maps, so that no name of a caller becomes the name of a member. */
interface StoredField extends Omit<
  FieldSummary,
  'units' | 'notations' | 'parted' | 'formats' | 'distinct' | 'children'
> {
  units: [string, number][];
  notations: [NotationForm, number][];
  formats: [IdentifierFormat, number][];
  distinct: StoredCounter;
  parted: [Separator, StoredPartCount][];
  children: StoredField[];
}

interface StoredCounter {
  hashes: number[];
  /** Registers of the sketch in Base64. */
  registers: string | null;
  condensed: number;
}

interface StoredPartCount extends Omit<PartCount, 'distinct'> {
  distinct: StoredCounter;
}

interface StoredSummary extends Pick<RecordSummary, 'records' | 'fieldCount' | 'longNames'> {
  fields: StoredField[];
}

/**
 * Bytes of a summary for the blob store. Their number depends on that of the fields, not of the records: at
 * most about 25 KiB a field, and far less for fields of few values.
 */
export function encodeSummary({ records, fieldCount, longNames, fields }: RecordSummary): Buffer {
  const stored: StoredSummary = {
    records,
    fieldCount,
    longNames,
    fields: [...fields.values()].map(storedField),
  };
  return gzipSync(JSON.stringify(stored), { level: 3 });
}

/**
 * A summary of some 200 bytes a field once it is encoded, for field tables with other settings. Differing
 * values are kept as their count only.
 */
export function condenseSummary(summary: RecordSummary): RecordSummary {
  return { ...summary, fields: condensedFields(summary.fields) };
}

function condensedFields(fields: ReadonlyMap<string, FieldSummary>): Map<string, FieldSummary> {
  return new Map(
    [...fields].map(([name, field]) => [
      name,
      {
        ...field,
        distinct: condenseDistinct(field.distinct),
        parted: new Map(withDistinct(field.parted, condenseDistinct)),
        children: condensedFields(field.children),
      },
    ]),
  );
}

/** The summary behind the bytes of `encodeSummary`, for merging and for field tables. */
export function decodeSummary(bytes: Buffer): RecordSummary {
  const { fields, ...counts } = JSON.parse(gunzipSync(bytes).toString()) as StoredSummary;
  return { ...counts, fields: fieldMap(fields), declared: nothingDeclared };
}

function storedField({
  units,
  notations,
  parted,
  formats,
  distinct,
  children,
  ...rest
}: FieldSummary): StoredField {
  return {
    ...rest,
    units: [...units],
    notations: [...notations],
    formats: [...formats],
    distinct: storedCounter(distinct),
    parted: withDistinct(parted, storedCounter),
    children: [...children.values()].map(storedField),
  };
}

/** Counts of parts whose differing parts are counted in another form. */
function withDistinct<From, To>(
  counts: Iterable<readonly [Separator, Omit<PartCount, 'distinct'> & { distinct: From }]>,
  form: (distinct: From) => To,
): [Separator, Omit<PartCount, 'distinct'> & { distinct: To }][] {
  return Array.from(counts, ([sign, count]) => [sign, { ...count, distinct: form(count.distinct) }]);
}

function storedCounter({ hashes, registers, condensed }: DistinctCounter): StoredCounter {
  return {
    hashes: [...hashes],
    registers: registers === null ? null : Buffer.from(registers).toString('base64'),
    condensed,
  };
}

function counterOf({ hashes, registers, condensed }: StoredCounter): DistinctCounter {
  return {
    hashes: new Set(hashes),
    registers: registers === null ? null : new Uint8Array(Buffer.from(registers, 'base64')),
    condensed,
  };
}

function fieldMap(stored: readonly StoredField[]): Map<string, FieldSummary> {
  return new Map(stored.map((field) => [field.name, fieldOf(field)]));
}

function fieldOf({
  units,
  notations,
  parted,
  formats,
  distinct,
  children,
  ...rest
}: StoredField): FieldSummary {
  return {
    ...rest,
    units: new Map(units),
    notations: new Map(notations),
    formats: new Map(formats),
    distinct: counterOf(distinct),
    parted: new Map(withDistinct(parted, counterOf)),
    children: fieldMap(children),
  };
}
