import { attribute, elementAt, elementsOf, valueAt, type XmlElement } from '../office/element';

/** Containers that only annotate their content. */
const TRANSPARENT = new Set(['w:sdt', 'w:sdtContent', 'w:customXml', 'w:smartTag', 'w:ins', 'w:moveTo']);
const columnsMax = 1_000;
const firstRowBit = 0x20;

export interface WordTable {
  rows: { cells: { element: XmlElement | null }[] }[];
  headerRows: number;
}

/** Reads the grid of a table. A merged cell is at its top left; null fills the rest of its range. */
export function readTable(table: XmlElement): WordTable {
  const rows = [...childrenNamed(table, 'w:tr')].filter(
    (row) => elementAt(row, 'w:trPr', 'w:del') === undefined,
  );
  const declared = rows.findIndex((row) => elementAt(row, 'w:trPr', 'w:tblHeader') === undefined);
  const headerRows = declared > 0 ? declared : rows.length > 1 && styledFirstRow(table) ? 1 : 0;
  return { rows: rows.map((row) => ({ cells: cellsOf(row) })), headerRows };
}

function cellsOf(row: XmlElement): { element: XmlElement | null }[] {
  const cells: { element: XmlElement | null }[] = [];
  const skip = (count: number) => {
    for (let n = 0; n < count && cells.length < columnsMax; n++) cells.push({ element: null });
  };
  skip(wholeNumber(valueAt(row, 'w:trPr', 'w:gridBefore'), 0));
  for (const cell of childrenNamed(row, 'w:tc')) {
    const properties = elementAt(cell, 'w:tcPr');
    const merge = elementAt(properties, 'w:vMerge');
    const continued = merge !== undefined && attribute(merge, 'val') !== 'restart';
    if (cells.length < columnsMax) cells.push({ element: continued ? null : cell });
    skip(wholeNumber(valueAt(properties, 'w:gridSpan'), 1) - 1);
  }
  return cells;
}

function* childrenNamed(element: XmlElement, name: string): Generator<XmlElement, undefined> {
  for (const child of elementsOf(element)) {
    if (child.name === name) yield child;
    else if (TRANSPARENT.has(child.name)) yield* childrenNamed(child, name);
  }
  return undefined;
}

/**
 * Whether the table look formats the first row as a header; Word writes a bit mask, since 2010 an attribute
 * too.
 */
function styledFirstRow(table: XmlElement): boolean {
  const look = elementAt(table, 'w:tblPr', 'w:tblLook');
  const named = attribute(look, 'firstRow');
  if (named !== undefined) return named === '1' || named === 'true';
  return (Number.parseInt(attribute(look, 'val') ?? '0', 16) & firstRowBit) !== 0;
}

function wholeNumber(text: string | undefined, otherwise: number): number {
  const value = Number.parseInt(text ?? '', 10);
  return Number.isFinite(value) && value >= 0 ? value : otherwise;
}
