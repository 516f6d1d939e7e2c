import {
  type ParsedPart,
  type ParsedWorkbook,
  type ParseProgressCounts,
  type ParseRequest,
} from '../spreadsheet/parse-request';
import { SourceError } from 'spreadsheet-reader';
import { startBusyDeadline } from './deadline';
import { type FromThread, type ThreadFailure, type ToThread } from './messages';
import { type ParseThread, type ThreadEnd } from './parse-thread';

export interface ParseHooks {
  /** Aborting ends the thread; the parse then rejects with the signal's reason. */
  signal: AbortSignal;
  onProgress: (counts: ParseProgressCounts) => void;
  /**
   * Receives a finished part, once its file is complete. A later attempt resumes after the parts that it has
   * stored. Meanwhile the thread reads the next sheet, but reports it only after the promise settles; a
   * rejection ends the parse.
   */
  onPart: (part: ParsedPart) => Promise<void>;
}

/**
 * Runs one parse on a thread. When the promise settles, the thread has finished or exited, its files are
 * closed, and no call of `onPart` is under way.
 *
 * @param deadlineMs limit of the processor time of the thread as `startBusyDeadline` counts it, without the
 * time of `onPart`
 * @throws SourceError, `too_slow` at the deadline, `too_large` out of memory, `corrupt` where the parser
 * fails on the file; the signal's reason; errors of `onPart`; Error for faults of the machine
 */
export async function runIsolated(
  thread: ParseThread<ToThread, FromThread>,
  request: ParseRequest,
  { signal, onProgress, onPart }: ParseHooks,
  deadlineMs: number,
): Promise<ParsedWorkbook> {
  signal.throwIfAborted();
  let partUnderWay: Promise<void> = Promise.resolve();
  let over = false;

  return new Promise<ParsedWorkbook>((resolve, reject) => {
    const tooSlow = () => {
      stop(new SourceError('too_slow', 'The workbook takes too long to read.'));
    };
    const deadline = startBusyDeadline(deadlineMs, tooSlow, thread);

    /** Ends the reaction to messages and events of the thread. */
    function detach(): void {
      over = true;
      deadline.cancel();
      signal.removeEventListener('abort', onAbort);
      thread.listen(null);
    }

    /** Rejects once both the thread and `onPart` have finished. */
    async function fail(error: unknown, ending: Promise<unknown>): Promise<void> {
      detach();
      await Promise.allSettled([ending]);
      // Read as late as possible: where storing a part aborts the parse, `partUnderWay` is set only after the
      // abort.
      await Promise.allSettled([partUnderWay]);
      reject(error instanceof Error ? error : new Error(String(error)));
    }

    function stop(reason: unknown): void {
      if (!over) void fail(reason, thread.terminate());
    }

    function onAbort(): void {
      stop(signal.reason);
    }

    async function takePart(part: ParsedPart): Promise<void> {
      deadline.pause();
      try {
        await onPart(part);
      } catch (error) {
        // In a microtask, because stopping awaits the result of this function.
        queueMicrotask(() => {
          stop(error);
        });
        return;
      }
      if (over) return;
      deadline.resume();
      thread.send({ type: 'partTaken' });
    }

    function receive(message: FromThread): void {
      switch (message.type) {
        case 'progress':
          onProgress(message.counts);
          break;
        case 'part':
          partUnderWay = takePart(message.part);
          break;
        case 'done':
          detach();
          resolve(message.workbook);
          break;
        case 'failed':
          void fail(errorOf(message.failure), Promise.resolve());
      }
    }

    signal.addEventListener('abort', onAbort, { once: true });
    thread.listen({
      message: receive,
      ended: (end) => {
        void fail(errorOfEnd(end), Promise.resolve());
      },
    });
    thread.send({ type: 'run', request });
  });
}

function errorOf(failure: ThreadFailure): Error {
  if (failure.kind === 'workbook') return new SourceError(failure.code, failure.message);
  const cause = new Error(failure.message);
  cause.stack = failure.stack;
  return failure.kind === 'system' ? cause : unreadable(cause);
}

function errorOfEnd(end: ThreadEnd): Error {
  if (end.kind === 'crash') return unreadable(end.error);
  return new SourceError('too_large', 'The workbook needs more memory than a parse may take.');
}

function unreadable(cause: Error): SourceError {
  return new SourceError('corrupt', 'The workbook cannot be read; it is damaged or of an unusual kind.', {
    cause,
  });
}
