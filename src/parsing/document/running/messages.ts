import { type ParseErrorCode } from '../parse-error';
import { type FileParseRequest, type ParsedFile } from '../parsed-document';

/** What a thread that reads files is told. */
export interface ToFileThread {
  type: 'run';
  request: FileParseRequest;
  /** Folder of the embedding model, whose tokenizer counts; null to estimate. */
  modelFolder: string | null;
}

/** How far a file is. */
export interface FileProgress {
  /** Documents that are being read or done. */
  documents: number;
  /** Pages done, of all documents. */
  pages: number;
}

/** Why a file was not read. */
export type FileFailure =
  /** The file's fault. */
  | { kind: 'file'; code: ParseErrorCode; message: string }
  /** A recording without a transcript. */
  | { kind: 'untranscribed'; contentType: string; fileType: string }
  /** Ours, or the machine's: a full disk, a file that is gone. */
  | { kind: 'system'; message: string; stack: string }
  /** A fault in a parser that this file brought to light. */
  | { kind: 'crash'; message: string; stack: string };

/** What a thread that reads files tells. */
export type FromFileThread =
  | { type: 'ready' }
  | { type: 'progress'; progress: FileProgress }
  /** A parsing script runs; what ends the thread before the next message is its fault. */
  | { type: 'script' }
  | { type: 'scriptDone' }
  | { type: 'done'; file: ParsedFile }
  | { type: 'failed'; failure: FileFailure };
