import { type JsonText } from 'spreadsheet-reader/toolkit';
import { asciiOf, dateChars, exactDigits } from './byte-values';
import { decimalToJson } from './decimal';

const ZERO = 48;
const MINUS = 45;
const POINT = 46;
const QUOTE = 34;
const LETTER_T = 84;

/**
 * Writes a canonical decimal from bytes: as a number where a double converts back to the same decimal,
 * otherwise as a string.
 */
export function writeDecimalBound(out: JsonText, bytes: Uint8Array, start: number, end: number): void {
  if (end - start > exactDigits) {
    out.raw(decimalToJson(asciiOf(bytes, start, end)));
    return;
  }
  let stop = end;
  if (hasPoint(bytes, start, end)) {
    while (bytes[stop - 1] === ZERO) stop--;
    if (bytes[stop - 1] === POINT) stop--;
  }
  const isMinusZero = stop - start === 2 && bytes[start] === MINUS && bytes[start + 1] === ZERO;
  out.plainBytes(bytes, isMinusZero ? start + 1 : start, stop);
}

function hasPoint(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] === POINT) return true;
  return false;
}

/** Writes an ISO date from bytes as a string, with `T` between date and time. */
export function writeDateBound(out: JsonText, bytes: Uint8Array, start: number, end: number): void {
  out.reserve(end - start + 2);
  const to = out.bytes;
  let at = out.length;
  to[at++] = QUOTE;
  for (let i = start; i < end; i++) to[at++] = i - start === dateChars ? LETTER_T : bytes[i]!;
  to[at++] = QUOTE;
  out.length = at;
}
