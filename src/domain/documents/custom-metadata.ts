import { type CustomMetadata, type CustomValue } from './document';
import { longNumberAdvice } from '../platform/exact-json';
import { isCleanText } from '../platform/clean-text';
import { utf8Bytes } from '../platform/utf8-bytes';

/** Bounds of the custom metadata of one document or chunk, as JSON in UTF-8. */
export const customMetadataBytesMax = 64 * 1024;
export const metadataKeyCharsMax = 128;

/** Field names of the service, which custom keys must not take. */
const reservedKeys: ReadonlySet<string> = new Set([
  'document_id',
  'file_id',
  'chunk_id',
  'chunk_index',
  'chunk_type',
  'collection_id',
  'collection_name',
  'organization_id',
  'environment',
  'job_id',
  'sync_id',
  'filename',
  'uri',
  'vector',
  'score',
  'created_at',
]);
/** Prefixes of keys that the service writes itself, such as those of e-mails. */
const servicePrefixes = ['email_', '_'];

/** Reason why custom metadata is refused. */
export interface CustomMetadataFault {
  key: string;
  reason: string;
}

/** A change of metadata as a caller sends it; null removes a key. */
export type CustomMetadataPatch = Record<string, CustomValue | null>;

/** Valid metadata, or its fault. */
export type CustomMetadataVerdict<T> = { metadata: T } | { fault: CustomMetadataFault };

/**
 * Checks custom metadata of a caller: keys of 1 to 128 characters that do not begin with `$` and are not
 * reserved; values strings, finite numbers, booleans and lists of strings. The size is checked apart, by
 * {@link customMetadataBytes}.
 */
export function checkCustomMetadata(sent: Record<string, unknown>): CustomMetadataVerdict<CustomMetadata> {
  return check(sent, isValue, 'must be a string, a number, a boolean or a list of strings');
}

/** Checks a change of custom metadata by the same rules; null removes a key. */
export function checkCustomMetadataPatch(
  sent: Record<string, unknown>,
): CustomMetadataVerdict<CustomMetadataPatch> {
  const fits = (value: unknown) => value === null || isValue(value);
  return check(sent, fits, 'must be a string, a number, a boolean, a list of strings, or null to remove it');
}

/**
 * Whether the service writes this key itself. Callers read and filter it; their writes leave it unchanged.
 */
export function isServiceKey(key: string): boolean {
  return servicePrefixes.some((start) => key.startsWith(start));
}

/** Whether a name is a field of the service, which custom metadata cannot use as a key. */
export function isReservedKey(key: string): boolean {
  return reservedKeys.has(key);
}

/** Size of metadata as JSON in UTF-8. */
export function customMetadataBytes(metadata: CustomMetadata): number {
  return utf8Bytes(JSON.stringify(metadata));
}

/** The fault of a name as a key of metadata, whether reserved or not; null for a well-formed name. */
export function metadataKeyFault(key: string): string | null {
  if (key === '') return 'a key must not be empty';
  if (charsOf(key) > metadataKeyCharsMax) return `a key has at most ${metadataKeyCharsMax} characters`;
  return isCleanText(key) && !key.includes('\u0000') ? null : 'a key must be well-formed text without NUL';
}

function check<T>(
  sent: Record<string, unknown>,
  fits: (value: unknown) => boolean,
  values: string,
): CustomMetadataVerdict<T> {
  for (const [key, value] of Object.entries(sent)) {
    const reason = keyFault(key) ?? (fits(value) ? null : valueFault(value, values));
    if (reason !== null) return { fault: { key, reason } };
  }
  return { metadata: sent as T };
}

function keyFault(key: string): string | null {
  if (key.startsWith('$')) return 'a key must not begin with $';
  if (reservedKeys.has(key)) return 'the key is reserved';
  const prefix = servicePrefixes.find((start) => key.startsWith(start));
  return prefix === undefined ? metadataKeyFault(key) : `keys that begin with ${prefix} are reserved`;
}

function valueFault(value: unknown, values: string): string {
  return typeof value === 'number' ? `${values}: ${longNumberAdvice}` : values;
}

function isValue(value: unknown): value is CustomValue {
  if (typeof value === 'string') return isCleanText(value);
  if (Array.isArray(value))
    return value.every((item: unknown) => typeof item === 'string' && isCleanText(item));
  return typeof value === 'boolean' || Number.isFinite(value);
}

/** Characters as people count them, each once however it is encoded. */
function charsOf(text: string): number {
  return text.length <= metadataKeyCharsMax ? text.length : Array.from(text).length;
}
