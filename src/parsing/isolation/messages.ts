import {
  type ParsedPart,
  type ParsedWorkbook,
  type ParseProgressCounts,
  type ParseRequest,
} from '../spreadsheet/parse-request';
import { type SourceErrorCode } from '../source/source-error';

/** What a parsing thread is told. */
export type ToThread =
  | { type: 'run'; request: ParseRequest }
  /** The last part is in safe hands; the next one may be reported. */
  | { type: 'partTaken' };

/** Why a parse ended without a result. */
export type ThreadFailure =
  /** The file's fault. */
  | { kind: 'workbook'; code: SourceErrorCode; message: string }
  /** Ours, or the machine's: a full disk, a file that is gone. */
  | { kind: 'system'; message: string; stack: string }
  /** A fault in the parser that this file brought to light. */
  | { kind: 'crash'; message: string; stack: string };

/** What a parsing thread tells. */
export type FromThread =
  | { type: 'ready' }
  | { type: 'progress'; counts: ParseProgressCounts }
  | { type: 'part'; part: ParsedPart }
  | { type: 'done'; workbook: ParsedWorkbook }
  | { type: 'failed'; failure: ThreadFailure };
