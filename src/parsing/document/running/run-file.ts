import { startBusyDeadline, startDeadline } from '../../isolation/deadline';
import { type ParseTurn } from '../../isolation/thread-pool';
import { type ParseThread, type ThreadEnd } from '../../isolation/parse-thread';
import { ParseError } from '../parse-error';
import { type ParsedFile } from '../parsed-document';
import { Untranscribed } from '../untranscribed';
import { type FileFailure, type FileProgress, type FromFileThread, type ToFileThread } from './messages';

/** Caller's organization, cancellation and progress of one file. Aborting ends its thread. */
export interface FileParseHooks extends ParseTurn {
  onProgress: (progress: FileProgress) => void;
}

/** Time limits of one file, in milliseconds. */
export interface FileDeadlines {
  /** Limit of the processor time between two finished pages or documents (see `startBusyDeadline`). */
  stillMs: number;
  /** Limit of the elapsed time for the whole file. */
  totalMs: number;
}

/**
 * Reads one file on a thread. Nothing of the parse runs any more when the promise settles.
 *
 * @throws ParseError for faults of the file; the signal's reason; Error for faults of the machine
 */
export function runFile(
  thread: ParseThread<ToFileThread, FromFileThread>,
  message: ToFileThread,
  { signal, onProgress }: Pick<FileParseHooks, 'signal' | 'onProgress'>,
  { stillMs, totalMs }: FileDeadlines,
): Promise<ParsedFile> {
  signal.throwIfAborted();
  let over = false;
  let scriptRuns = false;

  return new Promise<ParsedFile>((resolve, reject) => {
    const tooSlow = () => {
      stop(
        scriptRuns
          ? new ParseError('parsing_script_failed', 'The parsing script takes too long.')
          : new ParseError('parse_failed', 'The file takes too long to read.'),
      );
    };
    const total = startDeadline(totalMs, tooSlow);
    let still = startBusyDeadline(stillMs, tooSlow, thread);

    function detach(): void {
      over = true;
      total.cancel();
      still.cancel();
      signal.removeEventListener('abort', onAbort);
      thread.listen(null);
    }

    function stop(reason: unknown): void {
      if (over) return;
      detach();
      void thread.terminate().then(() => {
        reject(reason instanceof Error ? reason : new Error(String(reason)));
      }, reject);
    }

    function onAbort(): void {
      stop(signal.reason);
    }

    function receive(message: FromFileThread): void {
      switch (message.type) {
        case 'progress':
          still.cancel();
          still = startBusyDeadline(stillMs, tooSlow, thread);
          onProgress(message.progress);
          break;
        case 'script':
        case 'scriptDone':
          scriptRuns = message.type === 'script';
          break;
        case 'done':
          detach();
          resolve(message.file);
          break;
        case 'failed':
          detach();
          reject(errorOf(message.failure));
          break;
        case 'ready':
      }
    }

    signal.addEventListener('abort', onAbort, { once: true });
    thread.listen({
      message: receive,
      ended: (end) => {
        detach();
        reject(errorOfEnd(end, scriptRuns));
      },
    });
    thread.send(message);
  });
}

function errorOf(failure: FileFailure): Error {
  if (failure.kind === 'file') return new ParseError(failure.code, failure.message);
  if (failure.kind === 'untranscribed') return new Untranscribed(failure);
  const cause = new Error(failure.message);
  cause.stack = failure.stack;
  return failure.kind === 'system' ? cause : unreadable(cause);
}

function errorOfEnd(end: ThreadEnd, scriptRuns: boolean): Error {
  if (scriptRuns) {
    return new ParseError('parsing_script_failed', 'The parsing script takes more memory than it may.');
  }
  if (end.kind === 'crash') return unreadable(end.error);
  return new ParseError('file_too_large', 'The file needs more memory than reading one may take.');
}

function unreadable(cause: Error): ParseError {
  return new ParseError('parse_failed', 'The file cannot be read; it is damaged or of an unusual kind.', {
    cause,
  });
}
