import {
  type ParsedPart,
  type ParsedWorkbook,
  type ParseProgressCounts,
  type ParseRequest,
} from '../spreadsheet/parse-request';
import { type SourceErrorCode } from 'spreadsheet-reader';

/** First message of a thread, sent when all its modules are loaded. */
export interface ThreadReady {
  type: 'ready';
  /** Kernel's id of the thread; null where the system does not provide it. */
  kernelId: string | null;
}

export type ToThread =
  | { type: 'run'; request: ParseRequest }
  /** The caller has stored the last part; the next one may be reported. */
  | { type: 'partTaken' };

export type ThreadFailure =
  /** A fault of the file. */
  | { kind: 'workbook'; code: SourceErrorCode; message: string }
  /** A fault of the machine or of the caller: a full disk, a missing file. */
  | { kind: 'system'; message: string; stack: string }
  /** A crash of the parser on this file. */
  | { kind: 'crash'; message: string; stack: string };

export type FromThread =
  | ThreadReady
  | { type: 'progress'; counts: ParseProgressCounts }
  | { type: 'part'; part: ParsedPart }
  | { type: 'done'; workbook: ParsedWorkbook }
  | { type: 'failed'; failure: ThreadFailure };
