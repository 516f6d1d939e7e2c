import { CellKind, type RawTexts, type RowBuffer } from './workbook-reader';

const initialCells = 64;

/** Makes the texts of a row's cells that are only bytes. */
export type MakeTexts = (row: CellRow) => void;

/**
 * A row whose texts may be bytes until somebody asks for them. A class, and the only one for all readers: a loop over cells
 * that meets rows of several shapes takes half as long again.
 */
export class CellRow implements RowBuffer {
  row = 0;
  length = 0;
  hidden = false;
  column: Int32Array;
  kind: Uint8Array;
  style: Int32Array;
  number: Float64Array;
  formula: Uint8Array;
  raw: RawTexts | null = null;
  texts: string[];
  /** Some texts are still to be made. */
  pending = false;
  private readonly makeTexts: MakeTexts | null;

  constructor(cells: number, makeTexts: MakeTexts | null) {
    this.column = new Int32Array(cells);
    this.kind = new Uint8Array(cells);
    this.style = new Int32Array(cells);
    this.number = new Float64Array(cells);
    this.formula = new Uint8Array(cells);
    this.texts = new Array<string>(cells).fill('');
    this.makeTexts = makeTexts;
  }

  get text(): string[] {
    if (this.pending) {
      this.pending = false;
      this.makeTexts?.(this);
    }
    return this.texts;
  }
}

/** An empty row for a reader to fill and hand out again and again. */
export function createRowBuffer(): CellRow {
  return new CellRow(initialCells, null);
}

/** The same with texts that may be bytes, all of its cells texts at first. */
export function createRawRow(bytes: Buffer, makeTexts: MakeTexts): CellRow & { raw: RawTexts } {
  const raw: RawTexts = {
    bytes,
    start: new Int32Array(initialCells).fill(-1),
    end: new Int32Array(initialCells),
    form: new Uint8Array(initialCells),
  };
  const row = new CellRow(initialCells, makeTexts);
  row.kind.fill(CellKind.text);
  row.raw = raw;
  return row as CellRow & { raw: RawTexts };
}

/** Doubles the room of a row whose cells fill it; its cells stay, and columns may be held in new arrays afterwards. */
export function growRowBuffer(row: CellRow): void {
  const cells = row.column.length * 2;
  row.column = enlarge(row.column, new Int32Array(cells));
  row.kind = enlarge(row.kind, new Uint8Array(cells));
  row.style = enlarge(row.style, new Int32Array(cells));
  row.number = enlarge(row.number, new Float64Array(cells));
  row.formula = enlarge(row.formula, new Uint8Array(cells));
  while (row.texts.length < cells) row.texts.push('');
  const { raw } = row;
  if (raw === null) return;
  raw.start = enlarge(raw.start, new Int32Array(cells).fill(-1));
  raw.end = enlarge(raw.end, new Int32Array(cells));
  raw.form = enlarge(raw.form, new Uint8Array(cells));
}

function enlarge<T extends Int32Array | Uint8Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
