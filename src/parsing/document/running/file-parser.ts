import { extname, join } from 'node:path';
import { fileReadMsMax } from '../../../domain/platform/limits';
import { createIsolatedParser } from '../../isolation/isolated-parser';
import { type FileParseRequest, type ParsedFile } from '../parsed-document';
import { type FromFileThread, type ToFileThread } from './messages';
import { type FileDeadlines, type FileParseHooks, runFile } from './run-file';

const megabyte = 1_000_000;
const stillBaseMs = 60_000;
const stillPerMegabyteMs = 2_000;

/**
 * Reads files of all kinds on warm threads of its own, so that no file can hold up or take down the process.
 */
export interface FileParser {
  /**
   * Turns a file into documents, each with its chunks, pages and figures as files in the work directory. The
   * same file and options always give the same bytes.
   *
   * @throws ParseError for faults of the file; the signal's reason; Error for faults of the machine
   */
  parseFile(request: FileParseRequest, hooks: FileParseHooks): Promise<ParsedFile>;
  /** Ends the threads; files that are being read are rejected. */
  close(): Promise<void>;
}

/** How a parser is set up. */
export interface FileParserOptions {
  /** Files that are read at once; more wait for their turn. */
  threadsMax: number;
  /**
   * Folder of the embedding model, so that tokens are counted as it counts them; they are estimated without
   * one.
   */
  modelFolder?: string;
  /** Module that runs on the threads. */
  entry?: string;
  /** Time for a file of so many bytes. */
  deadlines?: (byteSize: number) => FileDeadlines;
}

/** Starts a parser; its first thread warms up at once. */
export function createFileParser({
  threadsMax,
  modelFolder,
  entry = join(__dirname, `thread${extname(__filename)}`),
  deadlines = (byteSize) => ({
    stillMs: stillBaseMs + (byteSize / megabyte) * stillPerMegabyteMs,
    totalMs: fileReadMsMax,
  }),
}: FileParserOptions): FileParser {
  const threads = createIsolatedParser<ToFileThread, FromFileThread>({ entry, threadsMax });
  return {
    parseFile: (request, hooks) =>
      threads.run(request.path, hooks.signal, (thread, signal, byteSize) => {
        const message: ToFileThread = { type: 'run', request, modelFolder: modelFolder ?? null };
        return runFile(thread, message, { ...hooks, signal }, deadlines(byteSize));
      }),
    close: () => threads.close(),
  };
}
