import { isUtf8 } from 'node:buffer';
import { recordBytesMax, recordDepthMax, recordIdBytesMax } from '../../domain/products/limits';
import { parseRecord, rawMembers } from '../../domain/products/raw-object';
import { type RecordFaultCode } from '../../domain/products/record-fault';
import { compactJson } from './compact-json';

export interface ParsedRecord {
  /** JSON on one line; numbers, strings and the order of members are as they were sent. */
  text: string;
  value: Record<string, unknown>;
}

/** Reason why a record is refused. */
export interface RefusedRecord {
  code: RecordFaultCode;
  /** Name of the wrong field; null when the record as a whole is wrong. */
  field: string | null;
  message: string;
}

/**
 * Reads a record.
 *
 * @param bytes null when there are more than a record may have
 */
export function readRecord(bytes: Buffer | null): { record: ParsedRecord } | { refused: RefusedRecord } {
  if (bytes === null || bytes.length > recordBytesMax)
    return refused('RECORD_TOO_LARGE', `the record is larger than ${recordBytesMax} bytes`);
  if (!isUtf8(bytes)) return refused('BAD_JSON', 'the record is not valid UTF-8');
  const text = bytes.toString('utf8');
  let value: unknown;
  try {
    value = parseRecord(text);
  } catch {
    return refused('BAD_JSON', 'the record is not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refused('NOT_AN_OBJECT', `expected an object, got ${kindOf(value)}`);
  if (isDeeperThan(value, recordDepthMax))
    return refused('TOO_DEEP', `the record is nested deeper than ${recordDepthMax} levels`);
  return { record: { text: compactJson(text, value), value: value as Record<string, unknown> } };
}

function refused(code: RecordFaultCode, message: string, field: string | null = null) {
  return { refused: { code, field, message } };
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

/** Whether objects and lists lie inside each other on more levels than these. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}

/** Reads the id of a record: a string, or an integer, whose digits are the id. */
export function readRecordId(
  { text, value }: ParsedRecord,
  idField: string,
): { id: string } | { refused: RefusedRecord } {
  const sent = Object.hasOwn(value, idField) ? value[idField] : undefined;
  if (sent === undefined || sent === null || sent === '')
    return refused('MISSING_ID', 'the record has no id', idField);
  const isNumber = typeof sent === 'number' || isNumberText(sent);
  const id = isNumber ? integerText(sent, text, idField) : sent;
  if (typeof id !== 'string') return refused('BAD_ID', 'an id is a string or an integer', idField);
  const message = idFault(id);
  return message === null ? { id } : refused('BAD_ID', message, idField);
}

/** Whether a value may be a number of JSON that became a text since a double does not keep it. */
function isNumberText(value: unknown): boolean {
  return typeof value === 'string' && /^-?\d[\d.]*[eE][-+]?\d+$/.test(value);
}

/** The id of a member that is a number, the digits as they were sent, or a text; null where it is none. */
function integerText(value: unknown, text: string, idField: string): string | null {
  if (Number.isSafeInteger(value)) return String(value);
  const sent = rawMembers(text).get(idField)!;
  if (sent.startsWith('"')) return JSON.parse(sent) as string;
  return /^-?\d+$/.test(sent) ? sent : null;
}

/** Reason why a text cannot be an id; null when it can. */
export function idFault(id: string): string | null {
  if (id === '') return 'an id is not empty';
  if (Buffer.byteLength(id) > recordIdBytesMax) return `an id has at most ${recordIdBytesMax} bytes`;
  if (/\p{Cc}/u.test(id)) return 'an id has no control characters';
  // Half of a surrogate pair has no UTF-8, so that two such ids would become one.
  return /\p{Cs}/u.test(id) ? 'an id is valid Unicode' : null;
}
