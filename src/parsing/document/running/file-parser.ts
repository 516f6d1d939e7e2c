import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { createThreadPool } from '../../isolation/thread-pool';
import { type FileParseRequest, type ParsedFile } from '../parsed-document';
import { type FromFileThread, type ToFileThread } from './messages';
import { type FileDeadlines, type FileParseHooks, runFile } from './run-file';

const megabyte = 1_000_000;
const stillBaseMs = 60_000;
const stillPerMegabyteMs = 2_000;
const totalMs = 2 * 3_600_000;

/** Reads files of all kinds on warm threads of its own, so that no file can hold up or take down the process. */
export interface FileParser {
  /**
   * Turns a file into documents, each with its chunks, pages and figures as files in the work directory. The same file and
   * options always give the same bytes.
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
  /** Folder of the embedding model, so that tokens are counted as it counts them; they are estimated without one. */
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
  deadlines = (byteSize) => ({ stillMs: stillBaseMs + (byteSize / megabyte) * stillPerMegabyteMs, totalMs }),
}: FileParserOptions): FileParser {
  const pool = createThreadPool<ToFileThread, FromFileThread>({ entry, threadsMax });
  const running = new Set<AbortController>();
  return {
    async parseFile(request, hooks) {
      const { size } = await stat(request.path);
      // Forwarded by hand: in Node 20 `AbortSignal.any` keeps memory for as long as one of its sources lives.
      const stop = new AbortController();
      const forward = () => {
        stop.abort(hooks.signal.reason);
      };
      if (hooks.signal.aborted) forward();
      hooks.signal.addEventListener('abort', forward, { once: true });
      running.add(stop);
      try {
        const thread = await pool.lend(stop.signal);
        try {
          const message: ToFileThread = { type: 'run', request, modelFolder: modelFolder ?? null };
          return await runFile(thread, message, { ...hooks, signal: stop.signal }, deadlines(size));
        } finally {
          pool.takeBack(thread);
        }
      } finally {
        running.delete(stop);
        hooks.signal.removeEventListener('abort', forward);
      }
    },
    async close() {
      for (const stop of running) stop.abort(new Error('the parser is closed'));
      await pool.close();
    },
  };
}
