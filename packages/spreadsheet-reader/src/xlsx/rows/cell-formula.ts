import { scanAttributes } from '../../ooxml/xml/xml-attributes';
import { isOn } from '../../ooxml/xml/xml-values';
import { resolveReferences } from '../../ooxml/xml/xml-text';
import { XML_BYTES } from '../../ooxml/xml/bytes';
import { FORMULA_CHARS_MAX, shownFormula, UNREADABLE_FORMULA } from '../../formula';
import { nameEnd, tagEnd } from './byte-scan';
import { characterDataEnd, readStringValue } from './rich-text';
import { type RowScan } from './row-scan';
import { shiftFormula } from './shift-formula';

/** Greatest growth of a character in UTF-8 and by references, as a ratio of bytes. */
const CHAR_BYTES_MAX = 10;

/** The first cell of a shared formula without a stored value. */
export interface SharedFormula {
  formula: string;
  row: number;
  column: number;
}

/**
 * Text that the current cell shows for its formula, which has no stored value: `=SUM(B2:B5)`. A cell of a
 * shared formula has the text of the first cell, moved; a cell of a data table has its input cells. Empty
 * where the element says nothing.
 *
 * @param less offset of the `<` of the formula element (ECMA-376 part 1, 18.3.1.40)
 */
export function readCellFormula(scan: RowScan, bytes: Buffer, less: number, end: number): string {
  const content = tagEnd(bytes, less + 1, end);
  const attributes = attributesOf(bytes, nameEnd(bytes, less + 1, content), content - 1);
  const isEmpty = bytes[content - 2] === XML_BYTES.SLASH;
  const to = isEmpty ? content : characterDataEnd(bytes, content, end);
  if (to - content > FORMULA_CHARS_MAX * CHAR_BYTES_MAX) return UNREADABLE_FORMULA;
  const formula = readStringValue(bytes, content, to).trim();
  switch (attributes.get('t')) {
    case 'shared':
      return sharedFormula(scan, attributes.get('si') ?? '', formula);
    case 'dataTable':
      return `=TABLE(${tableInputs(attributes)})`;
    default:
      return formula === '' ? '' : shownFormula(formula);
  }
}

function attributesOf(bytes: Buffer, from: number, to: number): Map<string, string> {
  const xml = bytes.toString('utf8', from, to);
  const found = [...scanAttributes(xml, 0, xml.length)];
  return new Map(found.map(({ name, raw }) => [name, resolveReferences(raw)]));
}

function sharedFormula(scan: RowScan, index: string, formula: string): string {
  const { column } = scan.cell;
  const row = scan.cell.row === 0 ? scan.row.row : scan.cell.row;
  if (formula !== '') {
    scan.sharedFormulas.set(index, { formula, row, column });
    return shownFormula(formula);
  }
  const first = scan.sharedFormulas.get(index);
  if (first === undefined) return UNREADABLE_FORMULA;
  return shownFormula(shiftFormula(first.formula, row - first.row, column - first.column));
}

/** Input cells of a data table, row input first, as spreadsheets show them. */
function tableInputs(attributes: ReadonlyMap<string, string>): string {
  const [first = '', second = ''] = [attributes.get('r1'), attributes.get('r2')];
  const has = (name: string) => isOn(attributes.get(name));
  if (has('dt2D')) return `${first},${second}`;
  return has('dtr') ? `${first},` : `,${first}`;
}
