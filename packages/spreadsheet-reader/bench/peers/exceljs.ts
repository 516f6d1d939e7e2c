import { touchValue } from '../found';
import { runPeerProgram } from '../peer-program';
import { loadNpmPeer } from './npm-peers';

/** The part of exceljs that is used here. */
interface ExcelJs {
  stream: {
    xlsx: {
      WorkbookReader: new (
        path: string,
        options: Record<string, string>,
      ) => AsyncIterable<AsyncIterable<Row>>;
    };
  };
}
interface Row {
  eachCell(visit: (cell: { value: unknown }) => void): void;
}

const excelJs = loadNpmPeer('exceljs') as ExcelJs;

/** Formulas and rich texts come as objects; what they show is what counts. */
function shown(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return 'result' in value ? value.result : value;
}

/**
 * The streaming reader of exceljs, with shared strings and styles, without which it gives indexes for texts.
 */
void runPeerProgram(async (path, found) => {
  const reader = new excelJs.stream.xlsx.WorkbookReader(path, {
    worksheets: 'emit',
    sharedStrings: 'cache',
    styles: 'cache',
    hyperlinks: 'ignore',
    entries: 'ignore',
  });
  for await (const sheet of reader) {
    for await (const row of sheet)
      row.eachCell((cell) => {
        touchValue(found, shown(cell.value));
      });
  }
});
