import { type IncomingMessage } from 'node:http';
import {
  longNumberAdvice,
  parseWithLongNumbersAsText,
  parseWithLongNumbersInfinite,
} from '../../src/domain/platform/exact-json';
import { issuesMax } from './field-issues';
import { type FieldIssue, Refusal, ValidationError } from '../../src/domain/platform/refusal';

/** Greatest depth of a body; deeper bodies are refused before any recursion over them. */
const jsonDepthMax = 64;
/**
 * Time limit for a JSON body to arrive. Uploads may take as long as the whole request, while bytes arrive.
 */
const arrivalTimeoutMs = 30_000;
/** Parts of a path, as in `body.documents.0.custom_metadata`, after which names belong to the caller. */
const selfCheckedWithin = 4;
/** Members whose own checks refuse numbers that cannot be represented, with their own code. */
const selfChecked: ReadonlySet<string> = new Set(['custom_metadata', 'metadata_filter', 'filter', 'filters']);

/** Whether the headers of a request announce a body. */
export function hasBody(request: IncomingMessage): boolean {
  if (request.headers['transfer-encoding'] !== undefined) return true;
  const length = request.headers['content-length'];
  return length !== undefined && length !== '0';
}

/** How a JSON body is read. */
export interface JsonBodyForm {
  /** Size limit, checked while bytes arrive. */
  byteMax: number;
  /** Whether numbers that a double cannot represent become texts; otherwise they are invalid fields. */
  keepsLongNumbers: boolean;
}

/**
 * Reads and parses a JSON body; undefined without a body.
 *
 * @throws Refusal `payload_too_large`, `malformed_json`, `malformed_request`, `request_timeout`
 * @throws ValidationError when an object has a member `__proto__`, or a number is not kept
 */
export async function readJsonBody(
  request: IncomingMessage,
  { byteMax, keepsLongNumbers }: JsonBodyForm,
): Promise<unknown> {
  const bytes = await readBytes(request, byteMax);
  if (bytes.length === 0) return undefined;
  const value = parse(bytes, keepsLongNumbers ? parseWithLongNumbersAsText : parseWithLongNumbersInfinite);
  checkJsonShape(value);
  return value;
}

/**
 * Checks the headers of a body before any of it is read.
 *
 * @throws Refusal `unsupported_media_type` for all but JSON in UTF-8 without content
 *   encoding, `payload_too_large`
 */
export function checkJsonHeaders({ headers }: IncomingMessage, byteMax: number): void {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((part) => part.trim()).find((part) => part.startsWith('charset='));
  const plain = (headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity';
  const utf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  if (type.trim() !== 'application/json' || !utf8 || !plain) {
    const message = 'The route takes application/json in UTF-8, without content encoding.';
    throw new Refusal('unsupported_media_type', { message });
  }
  if (Number(headers['content-length'] ?? 0) > byteMax) throw tooLarge(byteMax);
}

function readBytes(request: IncomingMessage, byteMax: number): Promise<Buffer> {
  // The client may have disconnected while its key was looked up; no further event would report that.
  if (request.destroyed) return Promise.reject(endedEarly());
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let byteCount = 0;
    const end = (settle: () => void) => {
      clearTimeout(timer);
      request.off('data', take).off('end', done).off('error', fail).off('close', fail);
      settle();
    };
    const take = (part: Buffer) => {
      byteCount += part.length;
      if (byteCount <= byteMax) parts.push(part);
      else
        end(() => {
          reject(tooLarge(byteMax));
        });
    };
    const done = () => {
      end(() => {
        resolve(Buffer.concat(parts, byteCount));
      });
    };
    const fail = () => {
      end(() => {
        reject(endedEarly());
      });
    };
    const timer = setTimeout(() => {
      end(() => {
        reject(new Refusal('request_timeout'));
      });
    }, arrivalTimeoutMs);
    request.on('data', take).once('end', done).once('error', fail).once('close', fail);
  });
}

function endedEarly(): Refusal {
  return new Refusal('malformed_request', { message: 'The body ended early.' });
}

function tooLarge(byteMax: number): Refusal {
  return new Refusal('payload_too_large', {
    message: `The body is larger than ${byteMax} bytes.`,
    details: { max_bytes: byteMax },
  });
}

function parse(bytes: Buffer, parseText: (text: string) => unknown): unknown {
  try {
    return parseText(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new Refusal('malformed_json', { cause });
  }
}

/** A value in the body, linked to its parent. The path is computed only for values that are refused. */
interface Place {
  value: object;
  key: string | number;
  parent: Place | null;
  depth: number;
}

/**
 * Refuses JSON that is too deep or unsafe. Walks without recursion, because the input decides the depth.
 *
 * @throws Refusal `malformed_json` for more than 64 levels
 * @throws ValidationError when an object has a member `__proto__`, or a number is infinite, which
 *   `parseWithLongNumbersInfinite` makes of those that are not kept
 */
export function checkJsonShape(body: unknown): void {
  if (!isObject(body)) return;
  const issues: FieldIssue[] = [];
  const open: Place[] = [{ value: body, key: 'body', parent: null, depth: 1 }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value, depth } = place;
    if (depth > jsonDepthMax) {
      throw new Refusal('malformed_json', {
        message: `The body is nested deeper than ${jsonDepthMax} levels.`,
      });
    }
    if (Object.hasOwn(value, '__proto__')) {
      issues.push({ loc: [...locOf(place), '__proto__'], msg: 'is not a field', type: 'extra_forbidden' });
      if (issues.length === issuesMax) break;
    }
    const enter = (inner: unknown, key: string | number) => {
      if (inner === Infinity && issues.length < issuesMax && !isSelfChecked(place, key))
        issues.push({ loc: [...locOf(place), key], msg: longNumberAdvice, type: 'value_error' });
      if (isObject(inner) && key !== '__proto__')
        open.push({ value: inner, key, parent: place, depth: depth + 1 });
    };
    if (Array.isArray(value)) value.forEach(enter);
    else for (const [key, inner] of Object.entries(value)) enter(inner, key);
  }
  if (issues.length > 0) throw new ValidationError(issues);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isSelfChecked(place: Place, key: string | number): boolean {
  const path = [...locOf(place), key].slice(0, selfCheckedWithin);
  const [name] = path.filter((part) => part === 'metadata' || selfChecked.has(String(part)));
  return name !== undefined && name !== 'metadata';
}

function locOf(place: Place): (string | number)[] {
  const loc: (string | number)[] = [];
  for (let at: Place | null = place; at !== null; at = at.parent) loc.unshift(at.key);
  return loc;
}
