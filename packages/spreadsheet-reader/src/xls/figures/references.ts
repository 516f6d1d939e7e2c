import { columnLetters } from '../../a1';
import { sheetNameAt, type SheetReferences } from '../sheet-references';

const columnMask = 0x3fff;
const unionToken = 0x10;
const parenthesesToken = 0x15;
const memoryToken = 0x29;

/**
 * Text like `Sheet1!$B$2:$B$9` of a parsed BIFF8 formula that is one reference, or a list of them ([MS-XLS]
 * 2.5.198.86, 2.5.198.28); null for others, and for references to other workbooks.
 */
export function referenceText(formula: Buffer, sheets: SheetReferences): string | null {
  const parts: string[] = [];
  for (let at = 0; at < formula.length;) {
    const token = formula[at]! & 0x1f;
    const area = formula[at]! > 0x20 && token === 0x1b;
    if (formula[at] === unionToken || formula[at] === parenthesesToken) {
      at++;
    } else if (formula[at]! > 0x20 && token === (memoryToken & 0x1f)) {
      at += 3;
    } else if (area || (formula[at]! > 0x20 && token === 0x1a)) {
      const size = area ? 11 : 7;
      const sheet = at + size <= formula.length ? sheetNameAt(sheets, formula.readUInt16LE(at + 1)) : null;
      if (sheet === null) return null;
      parts.push(`${sheet}!${area ? areaName(formula, at + 3) : cellName(formula, at + 3, at + 5)}`);
      at += size;
    } else {
      return null;
    }
  }
  return parts.length > 0 ? parts.join(',') : null;
}

function areaName(formula: Buffer, at: number): string {
  const first = cellName(formula, at, at + 4);
  const last = cellName(formula, at + 2, at + 6);
  return first === last ? first : `${first}:${last}`;
}

function cellName(formula: Buffer, row: number, column: number): string {
  return `$${columnLetters(formula.readUInt16LE(column) & columnMask)}$${formula.readUInt16LE(row) + 1}`;
}
