import { type ThreadReady } from '../../isolation/messages';
import { type ParseErrorCode } from '../parse-error';
import { type FileParseRequest, type ParsedFile } from '../parsed-document';

/** Message to a thread that reads files. */
export interface ToFileThread {
  type: 'run';
  request: FileParseRequest;
  /** Folder of the embedding model, whose tokenizer counts tokens; null to estimate them. */
  modelFolder: string | null;
}

/** Progress of a file. */
export interface FileProgress {
  /** Documents begun or finished. */
  documents: number;
  /** Finished pages of all documents. */
  pages: number;
  /** Pages of the documents that told their number before the first; 0 while none has. */
  pagesTotal: number;
}

/** Reason why a file was not read. */
export type FileFailure =
  /** A fault of the file. */
  | { kind: 'file'; code: ParseErrorCode; message: string }
  /** A recording without a transcript. */
  | { kind: 'untranscribed'; contentType: string; fileType: string }
  /** A fault of the machine or of the caller: a full disk, a missing file. */
  | { kind: 'system'; message: string; stack: string }
  /** A crash of a parser on this file. */
  | { kind: 'crash'; message: string; stack: string };

/** Message from a thread that reads files. */
export type FromFileThread =
  | ThreadReady
  | { type: 'progress'; progress: FileProgress }
  /** A parsing script runs; an end of the thread before the next message is the script's fault. */
  | { type: 'script' }
  | { type: 'scriptDone' }
  | { type: 'done'; file: ParsedFile }
  | { type: 'failed'; failure: FileFailure };
