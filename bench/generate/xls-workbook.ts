import { open } from 'node:fs/promises';
import { compoundFile } from './compound-file';
import { createRecordBuffer, recordBytesMax, type RecordBuffer } from './record-buffer';
import { createSharedTexts, type SharedTexts } from './shared-texts';
import { noFacts, type SheetPlan, type TableFacts } from './table-plan';
import { writeBof, writeEof, xlsSheet } from './xls-sheet';

const CODEPAGE = 0x0042;
const WINDOW1 = 0x003d;
const DATEMODE = 0x0022;
const FONT = 0x0031;
const FORMAT = 0x041e;
const XF = 0x00e0;
const STYLE = 0x0293;
const BOUNDSHEET = 0x0085;
const SST = 0x00fc;
const CONTINUE = 0x003c;

/** Number formats of the cell formats behind the fifteen style formats, in the order of `XLS_STYLE`. */
const CELL_FORMATS = [0, 14, 164, 165, 10];
const styleFormats = 15;

/**
 * Length in characters, a flag for two bytes a character, the characters ([MS-XLS] 2.5.293 without rich
 * text).
 */
function unicodeText(text: string): Buffer {
  const narrow = /^[\0-\xff]*$/.test(text);
  const head = Buffer.alloc(3);
  head.writeUInt16LE(text.length, 0);
  head[2] = narrow ? 0 : 1;
  return Buffer.concat([head, Buffer.from(text, narrow ? 'latin1' : 'utf16le')]);
}

function writeFormats(out: RecordBuffer): void {
  for (let font = 0; font < 4; font++) {
    const name = Buffer.from('Arial', 'latin1');
    const at = out.record(FONT, 16 + name.length);
    out.u16(at, 200);
    out.u16(at + 4, 0x7fff);
    out.u16(at + 6, 400);
    out.u16(at + 14, name.length);
    out.bytes(at + 16, name);
  }
  for (const [id, code] of [
    [164, 'yyyy\\-mm\\-dd\\ hh:mm:ss'],
    [165, '#,##0.00\\ [$€-407]'],
  ] as const) {
    const text = unicodeText(code);
    const at = out.record(FORMAT, 2 + text.length);
    out.u16(at, id);
    out.bytes(at + 2, text);
  }
  for (let xf = 0; xf < styleFormats + CELL_FORMATS.length; xf++) {
    const isStyle = xf < styleFormats;
    const at = out.record(XF, 20);
    out.u16(at + 2, isStyle ? 0 : CELL_FORMATS[xf - styleFormats]!);
    out.u16(at + 4, isStyle ? 0xfff5 : 0x0001);
    out.u16(at + 6, 0x0020);
    out.u16(at + 8, isStyle ? 0xf400 : 0x0400);
    out.u16(at + 18, 0x20c0);
  }
  const style = out.record(STYLE, 4);
  out.u16(style, 0x8000);
  out.u16(style + 2, 0xff00);
}

/** The shared texts over as many records as they need, split between texts, never inside one. */
function writeTexts(out: RecordBuffer, texts: SharedTexts): void {
  const head = Buffer.alloc(8);
  const list = texts.list();
  head.writeUInt32LE(texts.uses(), 0);
  head.writeUInt32LE(list.length, 4);
  let type = SST;
  let parts: Buffer[] = [head];
  let bytes = head.length;
  const flush = () => {
    const at = out.record(type, bytes);
    out.bytes(at, Buffer.concat(parts));
    type = CONTINUE;
    parts = [];
    bytes = 0;
  };
  for (const text of list) {
    const part = unicodeText(text);
    if (bytes + part.length > recordBytesMax) flush();
    parts.push(part);
    bytes += part.length;
  }
  flush();
}

function workbookGlobals(
  names: readonly string[],
  texts: SharedTexts,
): { content: Buffer; offsetPlaces: number[] } {
  const out = createRecordBuffer();
  writeBof(out, 'globals');
  out.u16(out.record(CODEPAGE, 2), 1200);
  const window = out.record(WINDOW1, 18);
  out.u16(window + 4, 0x4000);
  out.u16(window + 6, 0x2000);
  out.u16(window + 8, 0x0038);
  out.u16(window + 14, 1);
  out.u16(window + 16, 600);
  out.record(DATEMODE, 2);
  writeFormats(out);
  const offsetPlaces = names.map((name) => {
    const text = Buffer.from(name, 'latin1');
    const at = out.record(BOUNDSHEET, 8 + text.length);
    out.u16(at + 6, text.length);
    out.bytes(at + 8, text);
    return at;
  });
  writeTexts(out, texts);
  writeEof(out);
  return { content: out.content(), offsetPlaces };
}

/**
 * Writes the sheets as an Excel 97-2003 file (BIFF8 in an OLE compound file). It is made in memory: the
 * format ends at 65,536 rows a sheet. Names of sheets must be Latin-1.
 *
 * @returns what a reader must find in it
 */
export async function writeXls(path: string, sheets: readonly SheetPlan[]): Promise<TableFacts> {
  const facts = { ...noFacts(), sheets: sheets.length };
  const texts = createSharedTexts();
  const bodies = sheets.map((sheet) => xlsSheet(sheet, texts, facts));
  const { content, offsetPlaces } = workbookGlobals(
    sheets.map((sheet) => sheet.name),
    texts,
  );
  let offset = content.length;
  bodies.forEach((body, at) => {
    content.writeUInt32LE(offset, offsetPlaces[at]);
    offset += body.length;
  });
  const file = await open(path, 'w');
  for (const part of compoundFile('Workbook', Buffer.concat([content, ...bodies]))) await file.write(part);
  await file.close();
  return facts;
}
