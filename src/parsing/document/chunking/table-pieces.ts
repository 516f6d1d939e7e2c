import { type TableBlock, tableLine } from 'document-reader';
import { type Draft, type Unit } from './draft';
import { cutWords } from './split-text';
import { chunkTokensMax, type CountTokens } from './token-budget';

/** Greatest parts of a chunk that repeated titles and header rows take; longer ones stand once. */
const titleTokensMax = chunkTokensMax / 4;
const headerTokensMax = chunkTokensMax / 2;
/**
 * Size past which a table is cut between rows: with few rows in a chunk, the words of each row weigh more. Rows
 * take at least as much as the lines that are repeated above them.
 */
const pieceTokensMin = chunkTokensMax / 2;
const headsPerPiece = 2;

/** Lines that each piece of a table begins with. */
interface Head {
  title: Unit[];
  header: Unit[];
}

/** Parts of the chunker that tables are written with. */
interface TablePiecesDeps {
  draft: Draft;
  countTokens: CountTokens;
  /** Ends the chunk before a table. Its introducing lines go to the table. */
  startTable: () => void;
  /** Ends the chunk where a unit that must stay whole does not fit. */
  makeRoom: (tokens: number) => void;
  writeChunk: () => void;
}

/**
 * Creates a writer of tables, cut between rows. Each piece begins with the table's title, which is the
 * introducing lines right above it, and with its header rows. So does a table that continues the last one.
 *
 * @returns writes a table; `unitOf` makes a unit of one of its lines
 */
export function createTablePieces({
  draft,
  countTokens,
  startTable,
  makeRoom,
  writeChunk,
}: TablePiecesDeps): (table: TableBlock, unitOf: (line: string) => Unit) => void {
  let last: Head = { title: [], header: [] };

  function headOf({ page, rows, headerRows, continues }: TableBlock, unitOf: (line: string) => Unit): Head {
    const own = rows.slice(0, headerRows).map((cells) => unitOf(tableLine(cells)));
    if (continues !== true) return { title: withinTokens(draft.leads), header: own };
    const here = (unit: Unit): Unit => ({ ...unit, page, region: null });
    return { title: last.title.map(here), header: own.length > 0 ? own : last.header.map(here) };
  }

  return (table, unitOf) => {
    startTable();
    const head = headOf(table, unitOf);
    last = head;
    const headerTokens = tokensOf(head.header);
    const header = headerTokens <= headerTokensMax ? head.header : [];
    const headTokens = tokensOf(head.title) + tokensOf(header);
    const pieceTokens = Math.min(chunkTokensMax, Math.max(pieceTokensMin, headTokens * headsPerPiece));
    let rows = 0;
    let isTitled = table.continues !== true && head.title.length > 0;

    function addHead(): void {
      if (!isTitled) head.title.forEach(draft.add);
      isTitled = false;
      header.forEach(draft.add);
    }

    function addRow(next: Unit): void {
      if (rows === 0) makeRoom(next.tokens + (isTitled ? tokensOf(header) : headTokens));
      else if (draft.tokens + next.tokens > pieceTokens) {
        writeChunk();
        rows = 0;
      }
      isTitled &&= !draft.empty;
      if (rows === 0) addHead();
      draft.add(next);
      rows++;
    }

    function addPieces(next: Unit): void {
      let { glue } = next;
      for (const text of cutWords(next.text, chunkTokensMax - headTokens, countTokens)) {
        addRow({ ...next, text, tokens: countTokens(text), glue });
        glue = '';
      }
    }

    if (header.length === 0) head.header.forEach(addPieces);
    for (let index = table.headerRows; index < table.rows.length; index++) {
      const next = unitOf(tableLine(table.rows[index]!));
      if (next.text !== '') addPieces(next);
    }
    if (rows === 0) addHead();
    writeChunk();
  };
}

/** Last units of a title that fit its share of a chunk. */
function withinTokens(title: readonly Unit[]): Unit[] {
  const first = title.findLastIndex((_, index) => tokensOf(title.slice(index)) > titleTokensMax);
  return title.slice(first + 1);
}

function tokensOf(units: readonly Unit[]): number {
  return units.reduce((sum, { tokens }) => sum + tokens, 0);
}
