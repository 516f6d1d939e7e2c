import { damagedRecord } from './record-feed';

const lengthBytes = 4;
/** Length of a text that is absent ([MS-XLSB] 2.5.166). */
const absent = 0xffffffff;

/**
 * Offset behind a counted UTF-16 text ([MS-XLSB] 2.5.168).
 *
 * @throws SourceError `corrupt` where it reaches beyond its record
 */
function wideTextEnd(bytes: Buffer, at: number, end: number): number {
  if (at + lengthBytes > end) throw damagedRecord();
  const length = bytes.readUInt32LE(at);
  const stop = length === absent ? at + lengthBytes : at + lengthBytes + length * 2;
  if (stop > end) throw damagedRecord();
  return stop;
}

/** A counted text, '' for an absent one. */
export function wideText(bytes: Buffer, at: number, end: number): string {
  return bytes.toString('utf16le', at + lengthBytes, wideTextEnd(bytes, at, end));
}

/** Counted texts that follow each other, '' for absent ones. */
export function wideTexts(bytes: Buffer, from: number, end: number, count: number): string[] {
  let at = from;
  return Array.from({ length: count }, () => {
    const text = wideText(bytes, at, end);
    at = wideTextEnd(bytes, at, end);
    return text;
  });
}
