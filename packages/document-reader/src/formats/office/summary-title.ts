import { charsetOfCodePage, type CompoundFile, decodeAll } from 'spreadsheet-reader/toolkit';
import { streamBytes } from './compound-stream';

const summaryStream = '\x05summaryinformation';
const propertiesMax = 1_000;
const codePageId = 1;
const titleId = 2;
const narrowText = 30;
const wideText = 31;

/** Title in the summary of a compound file ([MS-OLEPS] 2.21), null where it has none. */
export function readSummaryTitle(container: CompoundFile): string | null {
  const bytes = streamBytes(container, summaryStream);
  if (bytes === null || bytes.length < 48) return null;
  const section = bytes.subarray(bytes.readUInt32LE(44));
  const found = new Map<number, Buffer>();
  const count = section.length < 8 ? 0 : Math.min(section.readUInt32LE(4), propertiesMax);
  for (let i = 0, at = 8; i < count && at + 8 <= section.length; i++, at += 8)
    found.set(section.readUInt32LE(at), section.subarray(section.readUInt32LE(at + 4)));
  const value = found.get(titleId);
  if (value === undefined || value.length < 8) return null;
  const length = value.readUInt32LE(4);
  const codePage = found.get(codePageId);
  const text =
    value.readUInt16LE(0) === wideText
      ? value.toString('utf16le', 8, Math.min(8 + length * 2, value.length))
      : value.readUInt16LE(0) === narrowText
        ? decodeNarrow(value.subarray(8, 8 + length), codePage)
        : '';
  return text.replace(/\0[^]*$/, '').trim() || null;
}

function decodeNarrow(bytes: Buffer, codePage: Buffer | undefined): string {
  const page = codePage !== undefined && codePage.length >= 6 ? codePage.readUInt16LE(4) : 1252;
  if (page === 1200) return bytes.toString('utf16le');
  return decodeAll(bytes, charsetOfCodePage(page) ?? 'windows-1252');
}
