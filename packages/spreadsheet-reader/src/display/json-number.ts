import { writeShortDecimal } from './general-number';
import { type JsonText } from './json-text';

/** Writes a finite number like `JSON.stringify`, without an intermediate string where it has few digits. */
export function writeJsonNumber(out: JsonText, value: number): void {
  const before = out.length;
  if (value < 0) out.raw('-');
  if (writeShortDecimal(out, Math.abs(value))) return;
  out.length = before;
  out.raw(String(value));
}
