import { createReadStream } from 'node:fs';
import { touchValue } from '../found';
import { runPeerProgram } from '../peer-program';
import { loadNpmPeer } from './npm-peers';

/** The part of csv-parse that is used here. */
interface CsvParse {
  parse: (options: { relax_column_count: boolean }) => RecordStream;
}
type RecordStream = NodeJS.WritableStream & {
  read: () => string[] | null;
  on: (event: 'readable' | 'end' | 'error', listener: (error?: unknown) => void) => void;
};

const { parse } = loadNpmPeer('csv-parse') as CsvParse;

/** csv-parse as a stream, drained record by record as its documentation advises. */
void runPeerProgram(
  (path, found) =>
    new Promise((resolve, reject) => {
      const parser = createReadStream(path).pipe(parse({ relax_column_count: true }));
      parser.on('readable', () => {
        for (let record = parser.read(); record !== null; record = parser.read()) {
          for (const field of record) touchValue(found, field);
        }
      });
      parser.on('end', resolve);
      parser.on('error', reject);
    }),
);
