import {
  type ParsedPart,
  type ParsedWorkbook,
  type ParseProgressCounts,
  type ParseRequest,
} from '../spreadsheet/parse-request';
import { type SourceErrorCode } from 'spreadsheet-reader';

/** First message of a thread, once all its modules are loaded. */
export interface ThreadReady {
  type: 'ready';
  /** Id that the kernel gives the thread; null where the system does not tell. */
  kernelId: string | null;
}

/** Message to a parsing thread. */
export type ToThread =
  | { type: 'run'; request: ParseRequest }
  /** The caller has stored the last part; the next one may be reported. */
  | { type: 'partTaken' };

/** Reason why a parse ended without a result. */
export type ThreadFailure =
  /** A fault of the file. */
  | { kind: 'workbook'; code: SourceErrorCode; message: string }
  /** A fault of the machine or of the caller: a full disk, a missing file. */
  | { kind: 'system'; message: string; stack: string }
  /** A crash of the parser on this file. */
  | { kind: 'crash'; message: string; stack: string };

/** Message from a parsing thread. */
export type FromThread =
  | ThreadReady
  | { type: 'progress'; counts: ParseProgressCounts }
  | { type: 'part'; part: ParsedPart }
  | { type: 'done'; workbook: ParsedWorkbook }
  | { type: 'failed'; failure: ThreadFailure };
