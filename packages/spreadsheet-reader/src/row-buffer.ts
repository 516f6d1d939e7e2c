import { CellKind, type RawTexts, type RowBuffer } from './workbook-reader';

const initialCells = 64;

/** Makes the texts of cells that exist as bytes only, or sets the positions of their bytes. */
export type FillRow = (row: CellRow) => void;

/** Index of a cell without a shared text. */
export const NOT_SHARED = -1;

/**
 * A row whose texts may stay bytes until they are read. It is the only class of rows for all readers, because
 * a loop over cells of rows of several shapes takes half as long again.
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
  /** Index of each cell's shared text, for readers with shared strings. */
  shared: Int32Array;
  texts: string[];
  /** True while some texts are not made yet. */
  pending = false;
  places: RawTexts | null = null;
  /** True while the positions of the texts' bytes are not set yet. */
  placesPending = false;
  private readonly makeTexts: FillRow | null;
  private readonly makePlaces: FillRow | null;

  constructor(cells: number, makeTexts: FillRow | null, makePlaces: FillRow | null) {
    this.column = new Int32Array(cells);
    this.kind = new Uint8Array(cells);
    this.style = new Int32Array(cells);
    this.number = new Float64Array(cells);
    this.formula = new Uint8Array(cells);
    this.shared = new Int32Array(cells).fill(NOT_SHARED);
    this.texts = new Array<string>(cells).fill('');
    this.makeTexts = makeTexts;
    this.makePlaces = makePlaces;
  }

  get text(): string[] {
    if (this.pending) {
      this.pending = false;
      this.makeTexts?.(this);
    }
    return this.texts;
  }

  get raw(): RawTexts | null {
    if (this.placesPending) {
      this.placesPending = false;
      this.makePlaces?.(this);
    }
    return this.places;
  }
}

/** Creates an empty row, which a reader fills and passes on again and again. */
export function createRowBuffer(): CellRow {
  return new CellRow(initialCells, null, null);
}

/**
 * Creates a row with texts that may be bytes; all of its cells are texts at first.
 *
 * @param makePlaces null where the reader sets the positions itself
 */
export function createRawRow(
  bytes: Buffer,
  makeTexts: FillRow,
  makePlaces: FillRow | null,
): CellRow & { places: RawTexts } {
  const places: RawTexts = {
    bytes,
    start: new Int32Array(initialCells).fill(-1),
    end: new Int32Array(initialCells),
    form: new Uint8Array(initialCells),
  };
  const row = new CellRow(initialCells, makeTexts, makePlaces);
  row.kind.fill(CellKind.text);
  row.places = places;
  return row as CellRow & { places: RawTexts };
}

/** Doubles the capacity of a full row; its cells stay, but its columns may be in new arrays afterwards. */
export function growRowBuffer(row: CellRow): void {
  const cells = row.column.length * 2;
  row.column = enlarge(row.column, new Int32Array(cells));
  row.kind = enlarge(row.kind, new Uint8Array(cells));
  row.style = enlarge(row.style, new Int32Array(cells));
  row.number = enlarge(row.number, new Float64Array(cells));
  row.formula = enlarge(row.formula, new Uint8Array(cells));
  row.shared = enlarge(row.shared, new Int32Array(cells).fill(NOT_SHARED));
  while (row.texts.length < cells) row.texts.push('');
  const { places } = row;
  if (places === null) return;
  places.start = enlarge(places.start, new Int32Array(cells).fill(-1));
  places.end = enlarge(places.end, new Int32Array(cells));
  places.form = enlarge(places.form, new Uint8Array(cells));
}

function enlarge<T extends Int32Array | Uint8Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
