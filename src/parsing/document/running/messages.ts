import { type ThreadReady } from '../../isolation/messages';
import { type ParseErrorCode } from '../parse-error';
import { type FileParseRequest, type ParsedFile } from '../parsed-document';

export interface ToFileThread {
  type: 'run';
  request: FileParseRequest;
  /** Folder of the embedding model, whose tokenizer counts tokens; null to estimate them. */
  modelFolder: string | null;
}

export interface FileProgress {
  /** Documents begun or finished, of this file. */
  documents: number;
  /** Finished pages of all documents. */
  pages: number;
  /** Sum over the documents whose format states the number of pages at its start; 0 while there is none. */
  pagesTotal: number;
}

export type FileFailure =
  /** A fault of the file. */
  | { kind: 'file'; code: ParseErrorCode; message: string }
  /** A recording without a transcript. */
  | { kind: 'untranscribed'; contentType: string; fileType: string }
  /** A fault of the machine or of the caller: a full disk, a missing file. */
  | { kind: 'system'; message: string; stack: string }
  /** A crash of a parser on this file. */
  | { kind: 'crash'; message: string; stack: string };

export type FromFileThread =
  | ThreadReady
  | { type: 'progress'; progress: FileProgress }
  /** A parsing script has begun. Where the thread ends before the next message, the script is at fault. */
  | { type: 'script' }
  | { type: 'scriptDone' }
  | { type: 'done'; file: ParsedFile }
  | { type: 'failed'; failure: FileFailure };
