import { extname, join } from 'node:path';
import { type ParseHooks, runIsolated } from '../isolation/isolated-parse';
import { type FromThread, type ToThread } from '../isolation/messages';
import { createIsolatedParser } from '../isolation/isolated-parser';
import { type ParsedWorkbook, type ParseRequest } from './parse-request';

const deadlineBaseMs = 10_000;
const deadlinePerMegabyteMs = 300;
const megabyte = 1_000_000;

/** Parser of spreadsheets on its own warm threads, so that no file blocks or crashes the process. */
export interface SpreadsheetParser {
  /**
   * Parses a workbook into chunks, in part files (see `part-file.ts`) that are reported in sheet order. A
   * retry that resumes after the last stored part writes the same bytes as an uninterrupted run.
   *
   * @throws as `runIsolated`
   */
  parseSpreadsheet(request: ParseRequest, hooks: ParseHooks): Promise<ParsedWorkbook>;
  /** Ends the threads; running parses reject. */
  close(): Promise<void>;
}

export interface SpreadsheetParserOptions {
  /** Upper bound of the files parsed at the same time; more wait in order. */
  threadsMax: number;
  /** Idle milliseconds after which a thread that has worked ends; default `idleMsDefault` of the pool. */
  idleMs?: number;
  /** Path of the module that runs on the threads. */
  entry?: string;
  /** Deadline in milliseconds for a file of `byteSize` bytes. */
  deadlineMs?: (byteSize: number) => number;
}

/** Creates a parser; its first thread starts at once. */
export function createSpreadsheetParser({
  threadsMax,
  idleMs,
  entry = join(__dirname, `../isolation/thread${extname(__filename)}`),
  deadlineMs = (byteSize) => deadlineBaseMs + (byteSize / megabyte) * deadlinePerMegabyteMs,
}: SpreadsheetParserOptions): SpreadsheetParser {
  const threads = createIsolatedParser<ToThread, FromThread>({ entry, threadsMax, idleMs });
  return {
    parseSpreadsheet: (request, hooks) =>
      threads.run(request.path, hooks, (thread, signal, byteSize) =>
        runIsolated(thread, request, { ...hooks, signal }, deadlineMs(byteSize)),
      ),
    close: () => threads.close(),
  };
}
