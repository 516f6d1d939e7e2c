import { createHash } from 'node:crypto';
import { type CustomMetadata, type CustomValue } from '../../../domain/documents/document';

/** Separator of the parts of a token; sorts before all other characters, and no key contains it. */
const separator = '\u0000';
/** Longest text in a token; longer ones are hashed, since a term is limited to 32,766 bytes. */
const textCharsMax = 2_000;

/** Types of values, which never match each other. A list has one token for each text. */
export type TokenType = 's' | 'n' | 'b';

/**
 * The searchable tokens of custom metadata: one for each value, `<key> NUL <type> NUL <value>`, which sorts
 * like the values within one key and type, and one for each key, `<key> NUL`, for its existence.
 */
export function metadataTokens(metadata: CustomMetadata): string[] {
  return Object.entries(metadata).flatMap(([key, value]) => [
    keyToken(key),
    ...(Array.isArray(value) ? value : [value]).map((item) => valueToken(key, item)),
  ]);
}

/** The token for the existence of a key. */
export function keyToken(key: string): string {
  return clean(key) + separator;
}

export function valueToken(key: string, value: Exclude<CustomValue, string[]>): string {
  return typePrefix(key, tokenType(value)) + encode(value);
}

/** Begin and (exclusive) end of the tokens of a key and a type, for ranges with one bound. */
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
  // A lone surrogate cannot be sent.
  if (value.length <= textCharsMax) return wellFormed(value);
  const hash = createHash('sha256').update(value).digest('hex');
  return wellFormed(value.slice(0, textCharsMax)) + hash;
}

/**
 * 16 hex digits that sort like the numbers: the bits of the double, all flipped for negative ones, otherwise
 * only the sign.
 */
function sortableNumber(value: number): string {
  const bytes = Buffer.alloc(8);
  // -0 equals 0.
  bytes.writeDoubleBE(value === 0 ? 0 : value);
  const negative = (bytes[0]! & 0x80) !== 0;
  for (let i = 0; i < 8; i++) bytes[i]! ^= negative ? 0xff : i === 0 ? 0x80 : 0;
  return bytes.toString('hex');
}

/** Keys contain no NUL by their rules; a replacement keeps an invalid one from ending the key. */
const clean = (key: string) => wellFormed(key).replaceAll(separator, '\ufffd');

const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd');
