import { XML_BYTES } from '../../ooxml/xml/bytes';
import { attributeValueStart, elementEnd, isSection, nameEnd, sectionEnd, tagEnd } from './byte-scan';
import { readCellFormula } from './cell-formula';
import * as cellSink from './cell-sink';
import * as cellTypes from './cell-type';
import * as mainNames from './main-names';
import * as numberScan from './number-scan';
import { characterDataEnd, readRichText, readStringValue } from './rich-text';
import { oversizedPart } from './row-errors';
import { type RowScan } from './row-scan';
import * as textScan from './text-scan';

const { EQUALS, GREATER, LESS, LOWER_C, LOWER_F, LOWER_I, LOWER_R, LOWER_S, LOWER_T, LOWER_V } = XML_BYTES;
const { ONE, QUOTE, SLASH, SPACE, ZERO } = XML_BYTES;
// Local bindings for speed: a call of an imported function is resolved through its module each time, which a
// loop over cells would notice.
const { addBoolean, addFormula, addNumber, addShared, addTextual } = cellSink;
const { scanNumber } = numberScan;
const { scanText } = textScan;
const { cellTypeOf } = cellTypes;
const { closingTag, isMainName } = mainNames;
const { boolean: BOOLEAN, inline: INLINE, number: NUMBER, shared: SHARED } = cellTypes.CellType;
/** Bytes of `</v></c>`. */
const VALUE_CLOSING_BYTES = 8;
/** Bytes of `</t></is></c>`. */
const INLINE_CLOSING_BYTES = 13;

/**
 * Parses the cell whose attributes begin at `from` and adds it to the row. Returns the offset behind it; -1
 * where it is unfinished, without effect. A cell without a value is blank, unless it has a formula that was
 * never computed.
 */
export function parseCell(scan: RowScan, bytes: Buffer, from: number, end: number): number {
  const content = parseHead(scan, bytes, from, end);
  if (content < 0) return -1;
  const next = scan.cell.empty ? content : parseContent(scan, bytes, content, end);
  if (next < 0) return -1;
  if (next - from > scan.context.cellBytesMax) throw oversizedPart();
  scan.nextColumn = scan.cell.column + 1;
  return next;
}

/**
 * Reads the attributes of a cell's start tag into `scan.cell`. Returns the offset behind the `>`; -1:
 * unfinished.
 */
function parseHead(scan: RowScan, bytes: Buffer, from: number, end: number): number {
  const cell = scan.cell;
  let column = scan.nextColumn;
  let style = 0;
  let type: number = NUMBER;
  cell.row = 0;
  let at = from;
  for (;;) {
    if (at >= end) return -1;
    const byte = bytes[at]!;
    if (byte === GREATER) break;
    let quote: number = QUOTE;
    let name = bytes[at + 1]!;
    if (byte === SPACE && bytes[at + 2] === EQUALS && bytes[at + 3] === QUOTE) {
      at += 4;
    } else if (byte <= SPACE || byte === SLASH) {
      at++;
      continue;
    } else {
      name = name === EQUALS || name <= SPACE ? byte : 0;
      at = attributeValueStart(bytes, at, end);
      if (at < 0) return -1;
      quote = bytes[at - 1]!;
    }
    if (name === LOWER_R) {
      let letters = 0;
      for (let letter = letterAt(bytes, at); letter >= 1 && letter <= 26; letter = letterAt(bytes, ++at)) {
        letters = letters * 26 + letter;
      }
      if (letters > 0) {
        column = letters - 1;
        at = readRow(scan, bytes, at, quote);
      }
    } else if (name === LOWER_S) {
      for (let digit = bytes[at]! - ZERO; digit >= 0 && digit <= 9; digit = bytes[++at]! - ZERO) {
        style = style * 10 + digit;
      }
    } else if (name === LOWER_T) {
      type = cellTypeOf(bytes[at]!, bytes[at + 1] === quote);
    }
    while (bytes[at] !== quote) {
      if (at >= end) return -1;
      at++;
    }
    at++;
  }
  cell.column = column;
  cell.style = style;
  cell.type = type;
  cell.empty = bytes[at - 1] === SLASH;
  return at + 1;
}

/** 1 to 26 for A to Z in either case. */
function letterAt(bytes: Buffer, at: number): number {
  return (bytes[at]! | 0x20) - 0x60;
}

/**
 * Reads the row number in a cell reference, which is nearly always that of the current row; another number
 * goes to `scan.cell.row`.
 */
function readRow(scan: RowScan, bytes: Buffer, from: number, quote: number): number {
  const digits = scan.rowDigits;
  const count = scan.rowDigitCount;
  let at = from;
  let same = 0;
  while (same < count && bytes[at] === digits[same]) {
    at++;
    same++;
  }
  if (same === count && bytes[at] === quote) return at;
  let row = 0;
  at = from;
  for (let digit = bytes[at]! - ZERO; digit >= 0 && digit <= 9; digit = bytes[++at]! - ZERO)
    row = row * 10 + digit;
  scan.cell.row = row;
  return at;
}

/**
 * Reads the elements of a cell, in any order, and adds its value to the row. Returns the offset behind the
 * cell; -1 where it is unfinished, without effect.
 *
 * It is one function because every cell passes through it: with the value in a step of its own the engine
 * inlines less of it, and a workbook takes some 5 % longer.
 */
// oxlint-disable-next-line sheaf/own-lines -- a step of its own would cost time, as said above
function parseContent(scan: RowScan, bytes: Buffer, from: number, end: number): number {
  let formula = 0;
  let formulaAt = -1;
  let text: string | null = null;
  let at = from;
  for (;;) {
    while (at < end && bytes[at] !== LESS) at++;
    if (at >= end) return -1;
    const second = bytes[at + 1]!;
    if (second === LOWER_V && bytes[at + 2] === GREATER) {
      at += 3;
    } else if (second === LOWER_F && bytes[at + 2] === GREATER) {
      formula = 1;
      formulaAt = at;
      at += 3;
      continue;
    } else if (second === SLASH) {
      if (bytes[at + 2] === LOWER_F && bytes[at + 3] === GREATER) {
        at += 4;
        continue;
      }
      const stop = tagEnd(bytes, at + 2, end);
      if (stop < 0) return -1;
      if (isMainName(scan.names, bytes, at + 2, nameEnd(bytes, at + 2, stop), 'c')) {
        addContent(scan, bytes, text, formulaAt, at);
        return stop;
      }
      at = stop;
      continue;
    } else if (isSection(bytes, at)) {
      at = sectionEnd(bytes, at, end);
      if (at < 0) return -1;
      continue;
    } else {
      const { names } = scan;
      const name = at + 1;
      const nameStop = nameEnd(bytes, name, end);
      const content = tagEnd(bytes, nameStop, end);
      if (content < 0) return -1;
      at = content;
      const isFormula = isMainName(names, bytes, name, nameStop, 'f');
      if (isFormula) {
        formula = 1;
        formulaAt = name - 1;
      }
      if (isFormula || bytes[content - 2] === SLASH) continue;
      if (isMainName(names, bytes, name, nameStop, 'is')) {
        scan.cell.type = INLINE;
        const simple = parseSimpleInline(scan, bytes, content, end, formula);
        if (simple >= 0) return simple;
        const close = closingTag(names, bytes, content, end, 'is');
        if (close < 0) return -1;
        text = readRichText(names, bytes, content, close);
        at = close;
        continue;
      }
      if (!isMainName(names, bytes, name, nameStop, 'v')) {
        at = elementEnd(bytes, content, end);
        if (at < 0) return -1;
        continue;
      }
    }
    if (text !== null) continue;

    const type = scan.cell.type;
    if (type <= SHARED) {
      const number = scanNumber(scan.numberScan, bytes, at);
      const stop = scan.numberScan.end;
      if (number === number && endsValueAndCell(bytes, stop)) {
        if (type === SHARED) {
          addShared(scan, number, formula);
        } else {
          scan.cell.number = number;
          addNumber(scan, formula);
        }
        return stop + VALUE_CLOSING_BYTES;
      }
    } else if (type === BOOLEAN && endsValueAndCell(bytes, at + 1)) {
      addBoolean(scan, bytes[at] === ONE, formula);
      return at + 1 + VALUE_CLOSING_BYTES;
    }
    let stop = scanText(scan.textScan, bytes, at, end);
    if (stop < end && isSection(bytes, stop)) {
      scan.textScan.plain = false;
      stop = characterDataEnd(bytes, stop, end);
    }
    if (stop >= end) return -1;
    text = readText(scan, bytes, at, stop);
    if (endsValueAndCell(bytes, stop)) {
      addContent(scan, bytes, text, formulaAt, stop);
      return stop + VALUE_CLOSING_BYTES;
    }
    at = stop;
  }
}

/**
 * Adds the text of a value, or the formula at `formulaAt` (-1: none) that has no value. A formula whose value
 * is a text may have an empty one.
 */
function addContent(scan: RowScan, bytes: Buffer, text: string | null, formulaAt: number, end: number): void {
  if (text !== null && text !== '') {
    addTextual(scan, text, formulaAt < 0 ? 0 : 1);
  } else if (formulaAt >= 0 && scan.cell.type === NUMBER) {
    const formula = readCellFormula(scan, bytes, formulaAt, end);
    if (formula !== '') addFormula(scan, formula);
  }
}

/** Parses the rest of a cell `<t>text</t></is></c>`, which nearly all inline texts are; -1 for others. */
function parseSimpleInline(scan: RowScan, bytes: Buffer, from: number, end: number, formula: number): number {
  if (bytes[from] !== LESS || bytes[from + 1] !== LOWER_T || bytes[from + 2] !== GREATER) return -1;
  const stop = scanText(scan.textScan, bytes, from + 3, end);
  if (!endsInlineAndCell(bytes, stop)) return -1;
  addTextual(scan, readText(scan, bytes, from + 3, stop), formula);
  return stop + INLINE_CLOSING_BYTES;
}

/** Text of the bytes that were scanned last. */
function readText(scan: RowScan, bytes: Buffer, from: number, to: number): string {
  const { ascii, plain } = scan.textScan;
  return plain ? scan.context.textCache.get(bytes, from, to, ascii) : readStringValue(bytes, from, to);
}

function endsValueAndCell(bytes: Buffer, at: number): boolean {
  return (
    bytes[at] === LESS &&
    bytes[at + 1] === SLASH &&
    bytes[at + 2] === LOWER_V &&
    bytes[at + 3] === GREATER &&
    endsCell(bytes, at + 4)
  );
}

function endsInlineAndCell(bytes: Buffer, at: number): boolean {
  return (
    bytes[at] === LESS &&
    bytes[at + 1] === SLASH &&
    bytes[at + 2] === LOWER_T &&
    bytes[at + 3] === GREATER &&
    bytes[at + 4] === LESS &&
    bytes[at + 5] === SLASH &&
    bytes[at + 6] === LOWER_I &&
    bytes[at + 7] === LOWER_S &&
    bytes[at + 8] === GREATER &&
    endsCell(bytes, at + 9)
  );
}

function endsCell(bytes: Buffer, at: number): boolean {
  return (
    bytes[at] === LESS && bytes[at + 1] === SLASH && bytes[at + 2] === LOWER_C && bytes[at + 3] === GREATER
  );
}
