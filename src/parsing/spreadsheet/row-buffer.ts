import { CellKind, type RawTexts, type RowBuffer } from './workbook-reader';

const initialCells = 64;

/** Makes the texts of a row's cells that are only bytes, or says where the bytes of its texts are. */
export type FillRow = (row: CellRow) => void;

/** Of a cell that has no shared text. */
export const NOT_SHARED = -1;

/**
 * A row whose texts may be bytes until somebody asks for them. A class, and the only one for all readers: a
 * loop over cells that meets rows of several shapes takes half as long again.
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
  /** Index of the shared text that a cell shows, for readers that have such. */
  shared: Int32Array;
  texts: string[];
  /** Some texts are still to be made. */
  pending = false;
  places: RawTexts | null = null;
  /** Where the bytes of the texts are is still to be said. */
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

/** An empty row for a reader to fill and hand out again and again. */
export function createRowBuffer(): CellRow {
  return new CellRow(initialCells, null, null);
}

/**
 * The same with texts that may be bytes, all of its cells texts at first.
 *
 * @param makePlaces null where the reader says itself where they are
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

/**
 * Doubles the room of a row whose cells fill it; its cells stay, and columns may be held in new arrays
 * afterwards.
 */
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
