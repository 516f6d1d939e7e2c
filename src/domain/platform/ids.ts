/** Prefix of every public id. The prefix is part of the API; callers treat the rest as opaque. */
export const ID_PREFIX = {
  upload: 'upl_',
  parseJob: 'prs_',
  indexJob: 'job_',
  apiKey: 'key_',
  request: 'req_',
  webhookEndpoint: 'whe_',
  webhookDelivery: 'msg_',
  collection: 'col_',
  namespace: 'ns_',
  /** A shared index of Elasticsearch; internal. */
  sharedIndex: 'shx_',
  document: 'doc_',
  /** A version of a document; internal. */
  documentVersion: 'ver_',
  sync: 'sync_',
  relation: 'rel_',
  /** A version of a relation; internal. */
  relationVersion: 'rlv_',
  evaluation: 'eval_',
  evaluationUpload: 'evu_',
  productIndex: 'idx_',
  productBuild: 'bld_',
  /** Words that live writes have brought to a build; internal. */
  wordSegment: 'wrd_',
  stagedUpload: 'stg_',
  productJob: 'job_',
  productQuery: 'q_',
  auditEntry: 'aud_',
} as const;

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_CHARS = 10;
const RANDOM_BYTES = 10;

/**
 * An id that sorts by creation time: prefix, 10 characters of milliseconds and 16 of randomness in
 * Crockford's base 32 (the layout of a ULID, https://github.com/ulid/spec).
 *
 * @param prefix one of {@link ID_PREFIX}
 * @param timeMs Unix milliseconds
 * @param random ten bytes from a cryptographic source
 */
export function encodeId(prefix: string, timeMs: number, random: Uint8Array): string {
  if (random.length !== RANDOM_BYTES) throw new RangeError(`an id needs ${RANDOM_BYTES} random bytes`);
  let time = '';
  for (let rest = timeMs, i = 0; i < TIME_CHARS; i++, rest = Math.floor(rest / 32))
    time = CROCKFORD[rest % 32]! + time;
  let tail = '';
  let bits = 0;
  let held = 0;
  for (const byte of random) {
    held = ((held << 8) | byte) & 0xffff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      tail += CROCKFORD[(held >> bits) & 31]!;
    }
  }
  return prefix + time + tail;
}

/** Unix milliseconds of creation in an id of {@link encodeId}. */
export function timeOfId(prefix: string, id: string): number {
  let timeMs = 0;
  for (const char of id.slice(prefix.length, prefix.length + TIME_CHARS))
    timeMs = timeMs * CROCKFORD.length + CROCKFORD.indexOf(char);
  return timeMs;
}

/**
 * An id derived from content: the same digest gives the same id.
 *
 * @param digest at least 26 bytes of a cryptographic hash
 */
export function digestId(prefix: string, digest: Uint8Array): string {
  const chars = TIME_CHARS + (RANDOM_BYTES * 8) / 5;
  if (digest.length < chars) throw new RangeError(`an id needs a digest of ${chars} bytes`);
  return prefix + Array.from(digest.subarray(0, chars), (byte) => CROCKFORD[byte & 31]!).join('');
}

/**
 * Whether a text has the form of an id with this prefix. Routes answer "not found" for any other text without
 * a read.
 */
export function isId(prefix: string, value: string): boolean {
  return value.startsWith(prefix) && /^[0-9A-HJKMNP-TV-Z]{26}$/.test(value.slice(prefix.length));
}
