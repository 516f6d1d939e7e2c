/** Kinds of ids that have a page. */
export type IdKind =
  | 'parse job'
  | 'job'
  | 'evaluation'
  | 'query'
  | 'webhook endpoint'
  | 'sync'
  | 'key'
  | 'collection'
  | 'document';

/** An id that a text holds. */
export interface KnownId {
  kind: IdKind;
  id: string;
}

/** 26 characters of Crockford's base 32 follow the prefixes of the service. */
const tail = '[0-9A-HJKMNP-TV-Z]{26}';
const kinds: readonly { kind: IdKind; pattern: RegExp }[] = [
  { kind: 'parse job', pattern: new RegExp(`\\bprs_${tail}\\b`) },
  { kind: 'job', pattern: new RegExp(`\\bjob_${tail}\\b`) },
  { kind: 'evaluation', pattern: new RegExp(`\\beval_${tail}\\b`) },
  { kind: 'webhook endpoint', pattern: new RegExp(`\\bwhe_${tail}\\b`) },
  { kind: 'sync', pattern: new RegExp(`\\bsync_${tail}\\b`) },
  { kind: 'key', pattern: new RegExp(`\\bkey_${tail}\\b`) },
  { kind: 'collection', pattern: new RegExp(`\\bcol_${tail}\\b`) },
  { kind: 'document', pattern: new RegExp(`\\bdoc_${tail}\\b`) },
  // A query has a UUID, and the id of its request.
  { kind: 'query', pattern: /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/ },
  { kind: 'query', pattern: /\breq_[0-9A-Za-z_]{6,40}\b/ },
];

/** The first id in a text, such as a line of a log or an address; null without one. */
export function knownIdIn(text: string): KnownId | null {
  const found = kinds.flatMap(({ kind, pattern }) => {
    const match = pattern.exec(text);
    return match === null ? [] : [{ kind, id: match[0], at: match.index }];
  });
  const [first] = found.toSorted((one, other) => one.at - other.at);
  return first === undefined ? null : { kind: first.kind, id: first.id };
}
