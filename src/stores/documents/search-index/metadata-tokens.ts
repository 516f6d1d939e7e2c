import { createHash } from 'node:crypto';
import { type CustomMetadata, type CustomValue } from '../../../domain/documents/document';

/** Between the parts of a token; sorts before every other character, and no key contains it. */
const separator = '\u0000';
/** Longer texts are told apart by a hash: a term of the index may not pass 32,766 bytes. */
const textCharsMax = 2_000;

/**
 * Types of values that are told apart: a number never equals a text. Lists are as many tokens as they have
 * texts.
 */
export type TokenType = 's' | 'n' | 'b';

/**
 * The searchable tokens of custom metadata: one for each value, `<key> NUL <type> NUL <value>`, whose order
 * within one key and type is that of the values, and one for each key, `<key> NUL`, which tells that the key
 * is there.
 */
export function metadataTokens(metadata: CustomMetadata): string[] {
  return Object.entries(metadata).flatMap(([key, value]) => [
    keyToken(key),
    ...(Array.isArray(value) ? value : [value]).map((item) => valueToken(key, item)),
  ]);
}

/** The token that a key has whatever its value. */
export function keyToken(key: string): string {
  return clean(key) + separator;
}

export function valueToken(key: string, value: Exclude<CustomValue, string[]>): string {
  return typePrefix(key, tokenType(value)) + encode(value);
}

/** Begin and (exclusive) end of the tokens of a key and a type, for ranges that are open on one side. */
export function tokenRange(key: string, type: TokenType): { from: string; below: string } {
  const prefix = keyToken(key) + type;
  return { from: prefix + separator, below: `${prefix}\u0001` };
}

export function tokenType(value: Exclude<CustomValue, string[]>): TokenType {
  if (typeof value === 'number') return 'n';
  return typeof value === 'boolean' ? 'b' : 's';
}

const typePrefix = (key: string, type: TokenType) => tokenRange(key, type).from;

function encode(value: Exclude<CustomValue, string[]>): string {
  if (typeof value === 'number') return sortableNumber(value);
  if (typeof value === 'boolean') return value ? '1' : '0';
  // Half a surrogate pair cannot be sent.
  if (value.length <= textCharsMax) return wellFormed(value);
  const hash = createHash('sha256').update(value).digest('hex');
  return wellFormed(value.slice(0, textCharsMax)) + hash;
}

/**
 * 16 hex digits in the order of the numbers: the bits of the double, all flipped when negative, else only the
 * sign.
 */
function sortableNumber(value: number): string {
  const bytes = Buffer.alloc(8);
  // Minus zero equals zero.
  bytes.writeDoubleBE(value === 0 ? 0 : value);
  const negative = (bytes[0]! & 0x80) !== 0;
  for (let i = 0; i < 8; i++) bytes[i]! ^= negative ? 0xff : i === 0 ? 0x80 : 0;
  return bytes.toString('hex');
}

/** Keys hold no NUL by their rules; should one, it must not be read as the end of the key. */
const clean = (key: string) => wellFormed(key).replaceAll(separator, '\ufffd');

const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd');
