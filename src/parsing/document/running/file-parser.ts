import { extname, join } from 'node:path';
import { fileReadMsMax } from '../../../domain/platform/limits';
import { createIsolatedParser } from '../../isolation/isolated-parser';
import { type FileParseRequest, type ParsedFile } from '../parsed-document';
import { type FromFileThread, type ToFileThread } from './messages';
import { type FileDeadlines, type FileParseHooks, runFile } from './run-file';

const megabyte = 1_000_000;
const stillBaseMs = 60_000;
const stillPerMegabyteMs = 2_000;

/** Reader of files of all kinds on its own warm threads, so that no file blocks or crashes the process. */
export interface FileParser {
  /**
   * Reads a file into documents, whose chunks, pages and figures are files in the work directory. The same
   * file and options give the same bytes.
   *
   * @throws ParseError for faults of the file; the signal's reason; Error for faults of the machine
   */
  parseFile(request: FileParseRequest, hooks: FileParseHooks): Promise<ParsedFile>;
  /** Ends the threads; parses under way reject. */
  close(): Promise<void>;
}

export interface FileParserOptions {
  /** Upper bound of the files read at the same time. Files of one organization wait in order. */
  threadsMax: number;
  /** Folder of the embedding model, whose tokenizer counts tokens; without it they are estimated. */
  modelFolder?: string;
  /** Idle milliseconds after which a thread that has worked ends; default `idleMsDefault` of the pool. */
  idleMs?: number;
  /** Path of the module that runs on the threads. */
  entry?: string;
  /** Time limits for a file of `byteSize` bytes. */
  deadlines?: (byteSize: number) => FileDeadlines;
}

/** Creates a parser; its first thread starts at once. */
export function createFileParser({
  threadsMax,
  idleMs,
  modelFolder,
  entry = join(__dirname, `thread${extname(__filename)}`),
  deadlines = (byteSize) => ({
    stillMs: stillBaseMs + (byteSize / megabyte) * stillPerMegabyteMs,
    totalMs: fileReadMsMax,
  }),
}: FileParserOptions): FileParser {
  const threads = createIsolatedParser<ToFileThread, FromFileThread>({ entry, threadsMax, idleMs });
  return {
    parseFile: (request, hooks) =>
      threads.run(request.path, hooks, (thread, signal, byteSize) => {
        const message: ToFileThread = { type: 'run', request, modelFolder: modelFolder ?? null };
        return runFile(thread, message, { ...hooks, signal }, deadlines(byteSize));
      }),
    close: () => threads.close(),
  };
}
