import { checkCustomMetadata, isServiceKey } from '../../domain/documents/custom-metadata';
import { type CustomMetadata } from '../../domain/documents/document';
import { type BoostRule } from '../../domain/documents/query';
import { equalFilenames } from '../../domain/platform/filename';
import { chunkId, parseChunkId } from '../../stores/documents/contents/chunks';
import { type CollectionView } from '../../stores/documents/contents/documents-visible';
import { fromPairs } from '../../stores/documents/contents/metadata-pairs';
import { type SearchHitRows } from '../../stores/documents/queries/search-hits';
import { valueToken } from '../../stores/documents/search-index';
import { inView, type SearchQuery } from './filter-scope';

/** Built-in fields by their names in rules, and their fields in the search index. */
const publicFields: Readonly<Record<string, string>> = {
  file_id: 'document',
  document_id: 'document',
  filename: 'filename',
  content_type: 'content_type',
  chunk_type: 'chunk_type',
};

/** Whether a field of a rule is built in, instead of a key of custom metadata. */
export const isPublicField = (field: string): boolean => Object.hasOwn(publicFields, field);

/** Whether a field of a rule holds ids of documents. */
export const isDocumentField = (field: string): boolean =>
  isPublicField(field) && publicFields[field] === 'document';

/** A candidate with the rows that rules read. */
export interface RuleSubject extends SearchHitRows {
  /** The chunk's own metadata; empty when the collection does not show it. */
  custom: CustomMetadata;
}

/** Why a rule cannot use a field; null for a key of custom metadata or a built-in field. */
export function boostFieldFault(field: string): string | null {
  if (isPublicField(field) || (isServiceKey(field) && !field.startsWith('_'))) return null;
  const verdict = checkCustomMetadata({ [field]: '' });
  return 'fault' in verdict ? `is not a field that can be boosted: ${verdict.fault.reason}` : null;
}

/** All chunks that a rule names, as a query of the search index. */
export function ruleQuery(view: CollectionView, rule: BoostRule): SearchQuery {
  if ('chunkIds' in rule) return chunksQuery(rule.chunkIds);
  const { field } = rule;
  const values = valuesOf(rule);
  const indexed = isPublicField(field) ? publicFields[field] : undefined;
  if (indexed === undefined)
    return inView(view, (tokens) => ({
      terms: { [tokens]: values.map((value) => valueToken(field, value)) },
    }));
  return { terms: { [indexed]: values.filter((value) => typeof value === 'string') } };
}

/** Values of a rule; file names in all Unicode forms. */
function valuesOf({ field, values }: Extract<BoostRule, { field: string }>): (string | number | boolean)[] {
  if (field !== 'filename') return values;
  return values.flatMap<string | number | boolean>((value) =>
    typeof value === 'string' ? equalFilenames(value) : value,
  );
}

function chunksQuery(chunkIds: readonly string[]): SearchQuery {
  const places = new Map<string, number[]>();
  for (const place of chunkIds.map(parseChunkId))
    if (place !== null) places.set(place.documentId, [...(places.get(place.documentId) ?? []), place.index]);
  const should = [...places].map(([document, indexes]) => ({
    bool: { filter: [{ term: { document } }, { terms: { index: indexes } }] },
  }));
  return should.length === 0 ? { match_none: {} } : { bool: { should, minimum_should_match: 1 } };
}

/** A rule in the form in which candidates are compared with it. */
export interface RuleValues {
  /** Null: the values are ids of chunks. */
  field: string | null;
  values: ReadonlySet<unknown>;
}

/** The values of a rule, for {@link isNamed}. */
export function ruleValues(rule: BoostRule): RuleValues {
  return 'chunkIds' in rule
    ? { field: null, values: new Set(rule.chunkIds) }
    : { field: rule.field, values: new Set(valuesOf(rule)) };
}

/** Whether a rule names a candidate: {@link ruleQuery} for rows. */
export function isNamed({ field, values }: RuleValues, subject: RuleSubject): boolean {
  if (field === null) return values.has(chunkId(subject.document.documentId, subject.chunk.index));
  const value = valueOf(subject, field);
  return Array.isArray(value) ? value.some((item) => values.has(item)) : values.has(value);
}

function valueOf(
  { document, chunk, custom }: RuleSubject,
  field: string,
): CustomMetadata[string] | undefined {
  switch (field) {
    case 'file_id':
    case 'document_id':
      return document.documentId;
    case 'filename':
      return document.filename;
    case 'content_type':
      return document.contentType;
    case 'chunk_type':
      return chunk.type;
    default:
      return Object.hasOwn(custom, field) ? custom[field] : fromPairs(document.custom)[field];
  }
}
