import { extname, join } from 'node:path';
import { type ParseHooks, runIsolated } from '../isolation/isolated-parse';
import { type FromThread, type ToThread } from '../isolation/messages';
import { createIsolatedParser } from '../isolation/isolated-parser';
import { type ParsedWorkbook, type ParseRequest } from './parse-request';

const deadlineBaseMs = 10_000;
const deadlinePerMegabyteMs = 300;
const megabyte = 1_000_000;

/** Parses spreadsheets on warm threads of its own, so that no file can hold up or take down the process. */
export interface SpreadsheetParser {
  /**
   * Turns a workbook into chunks, one part file per sheet (see `part-file.ts`), reported in the order of the
   * sheets. A retry with the part after the last one taken as `resume` writes the same bytes as a run without
   * interruption.
   *
   * @throws as `runIsolated`
   */
  parseSpreadsheet(request: ParseRequest, hooks: ParseHooks): Promise<ParsedWorkbook>;
  /** Ends the threads; running parses are rejected. */
  close(): Promise<void>;
}

/** How a parser is set up. */
export interface SpreadsheetParserOptions {
  /** Files that are parsed at once; more wait for their turn. */
  threadsMax: number;
  /** Module that runs on the threads. */
  entry?: string;
  /** Time for a file of so many bytes. */
  deadlineMs?: (byteSize: number) => number;
}

/** Starts a parser; its first thread warms up at once. */
export function createSpreadsheetParser({
  threadsMax,
  entry = join(__dirname, `../isolation/thread${extname(__filename)}`),
  deadlineMs = (byteSize) => deadlineBaseMs + (byteSize / megabyte) * deadlinePerMegabyteMs,
}: SpreadsheetParserOptions): SpreadsheetParser {
  const threads = createIsolatedParser<ToThread, FromThread>({ entry, threadsMax });
  return {
    parseSpreadsheet: (request, hooks) =>
      threads.run(request.path, hooks.signal, (thread, signal, byteSize) =>
        runIsolated(thread, request, { ...hooks, signal }, deadlineMs(byteSize)),
      ),
    close: () => threads.close(),
  };
}
