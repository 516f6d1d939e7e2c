import { XML_BYTES } from '../xml/bytes';
import {
  attributeValueStart,
  closingTag,
  isSection,
  localNameStart,
  nameEnd,
  sectionEnd,
  spells,
  tagEnd,
} from './byte-scan';
import { addNumber, addShared, addTextual } from './cell-sink';
import { CellType, cellTypeOf } from './cell-type';
import { scanNumber } from './number-scan';
import { characterDataEnd, readRichText, readStringValue } from './rich-text';
import { oversizedPart } from './row-errors';
import { type RowScan } from './row-scan';

const { AMPERSAND, EQUALS, GREATER, LESS, LOWER_C, LOWER_F, LOWER_R, LOWER_S, LOWER_T, LOWER_V, LOWER_X } =
  XML_BYTES;
const { QUOTE, RETURN, SLASH, SPACE, UNDERSCORE, ZERO } = XML_BYTES;
const NUMBER = CellType.number;
const SHARED = CellType.shared;
/** `</v></c>` */
const VALUE_CLOSING_BYTES = 8;

/**
 * Reads the cell whose attributes begin at `from` and adds it to the row. Returns the position behind it, -1: unfinished, and
 * then nothing was added. This and what it calls for each byte stay in one module, for the sake of speed.
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

/** Reads the attributes of a cell's start tag into `scan.cell`. Returns the position behind the `>`, -1: unfinished. */
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
      name = bytes[at + 1] === EQUALS || bytes[at + 1]! <= SPACE ? byte : 0;
      at = attributeValueStart(bytes, at, end);
      if (at < 0) return -1;
      quote = bytes[at - 1]!;
    }
    if (name === LOWER_R) {
      let letters = 0;
      for (
        let letter = (bytes[at]! | 0x20) - 0x60;
        letter >= 1 && letter <= 26;
        letter = (bytes[at]! | 0x20) - 0x60
      ) {
        letters = letters * 26 + letter;
        at++;
      }
      if (letters > 0) column = letters - 1;
      const digits = scan.rowDigits;
      const count = scan.rowDigitCount;
      let same = 0;
      while (same < count && bytes[at + same] === digits[same]) same++;
      at += same;
      if (same < count || bytes[at] !== quote) at = readRow(cell, bytes, at - same);
    } else if (name === LOWER_S) {
      for (let digit = bytes[at]! - ZERO; digit >= 0 && digit <= 9; digit = bytes[++at]! - ZERO)
        style = style * 10 + digit;
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

function readRow(cell: RowScan['cell'], bytes: Buffer, from: number): number {
  let at = from;
  let row = 0;
  for (let digit = bytes[at]! - ZERO; digit >= 0 && digit <= 9; digit = bytes[++at]! - ZERO)
    row = row * 10 + digit;
  cell.row = row;
  return at;
}

function parseContent(scan: RowScan, bytes: Buffer, from: number, end: number): number {
  const type = scan.cell.type;
  let formula = 0;
  let text: string | null = null;
  let at = from;
  for (;;) {
    while (bytes[at] !== LESS) {
      if (at >= end) return -1;
      at++;
    }
    if (at >= end) return -1;
    const second = bytes[at + 1]!;
    let content: number;
    if (second === LOWER_V && bytes[at + 2] === GREATER) {
      content = at + 3;
    } else {
      const less = at;
      if (second === SLASH) {
        if (bytes[at + 2] === LOWER_F && bytes[at + 3] === GREATER) {
          at += 4;
          continue;
        }
        const stop = tagEnd(bytes, less + 2, end);
        if (stop < 0) return -1;
        at = stop;
        if (!closesCell(bytes, less + 2, stop)) continue;
        if (text !== null) addTextual(scan, text, formula);
        return stop;
      }
      if (isSection(bytes, less)) {
        at = sectionEnd(bytes, less, end);
        if (at < 0) return -1;
        continue;
      }
      const nameStop = nameEnd(bytes, less + 1, end);
      content = tagEnd(bytes, nameStop, end);
      if (content < 0) return -1;
      const name = localNameStart(bytes, less + 1, nameStop);
      const empty = bytes[content - 2] === SLASH;
      at = content;
      if (!empty && spells(bytes, name, nameStop, 'is')) {
        const simple = parseSimpleInline(scan, bytes, content, end);
        if (simple >= 0) return simple;
        const close = closingTag(bytes, content, end, 'is');
        if (close < 0) return -1;
        text = readRichText(bytes, content, close);
        at = close;
        continue;
      }
      if (nameStop - name !== 1) continue;
      if (bytes[name] === LOWER_F) formula = 1;
      if (bytes[name] !== LOWER_V || empty) continue;
    }

    if (type <= SHARED) {
      const number = scanNumber(scan.numberScan, bytes, content);
      const stop = scan.numberScan.end;
      if (number === number && endsValueAndCell(bytes, stop)) {
        if (type === NUMBER) {
          scan.cell.number = number;
          addNumber(scan, formula);
        } else addShared(scan, number, formula);
        return stop + VALUE_CLOSING_BYTES;
      }
    }
    at = content;
    let seenBits = 0;
    let plain = true;
    for (; at < end; at++) {
      const byte = bytes[at]!;
      if (byte === LESS) break;
      seenBits |= byte;
      if (byte === AMPERSAND || byte === RETURN || (byte === UNDERSCORE && bytes[at + 1] === LOWER_X))
        plain = false;
    }
    if (at < end && isSection(bytes, at)) {
      plain = false;
      at = characterDataEnd(bytes, at, end);
    }
    if (at >= end) return -1;
    text = plain
      ? scan.context.textCache.get(bytes, content, at, seenBits < 0x80)
      : readStringValue(bytes, content, at);
    if (endsValueAndCell(bytes, at)) {
      addTextual(scan, text, formula);
      return at + VALUE_CLOSING_BYTES;
    }
  }
}

/** `<t>text</t></is></c>` without references and escapes; -1 for any other. */
function parseSimpleInline(scan: RowScan, bytes: Buffer, from: number, end: number): number {
  if (bytes[from] !== LESS || bytes[from + 1] !== LOWER_T || bytes[from + 2] !== GREATER) return -1;
  let at = from + 3;
  let seenBits = 0;
  for (; at < end; at++) {
    const byte = bytes[at]!;
    if (byte === LESS) break;
    if (byte === AMPERSAND || byte === RETURN || (byte === UNDERSCORE && bytes[at + 1] === LOWER_X))
      return -1;
    seenBits |= byte;
  }
  if (
    bytes[at + 1] !== SLASH ||
    bytes[at + 2] !== LOWER_T ||
    bytes[at + 3] !== GREATER ||
    bytes[at + 4] !== LESS ||
    bytes[at + 5] !== SLASH ||
    bytes[at + 6] !== 0x69 ||
    bytes[at + 7] !== LOWER_S ||
    bytes[at + 8] !== GREATER ||
    bytes[at + 9] !== LESS ||
    bytes[at + 10] !== SLASH ||
    bytes[at + 11] !== LOWER_C ||
    bytes[at + 12] !== GREATER
  )
    return -1;
  addTextual(scan, scan.context.textCache.get(bytes, from + 3, at, seenBits < 0x80), 0);
  return at + 13;
}

function endsValueAndCell(bytes: Buffer, at: number): boolean {
  return (
    bytes[at] === LESS &&
    bytes[at + 1] === SLASH &&
    bytes[at + 2] === LOWER_V &&
    bytes[at + 3] === GREATER &&
    bytes[at + 4] === LESS &&
    bytes[at + 5] === SLASH &&
    bytes[at + 6] === LOWER_C &&
    bytes[at + 7] === GREATER
  );
}

function closesCell(bytes: Buffer, nameStart: number, stop: number): boolean {
  const nameStop = nameEnd(bytes, nameStart, stop);
  return spells(bytes, localNameStart(bytes, nameStart, nameStop), nameStop, 'c');
}
