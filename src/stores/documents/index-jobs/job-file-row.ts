import { type BilledPages } from '../../../domain/documents/billing';
import { type Modality } from '../../../domain/documents/document';
import {
  type IndexStage,
  type JobFileError,
  type JobFileState,
  type SkipReason,
} from '../../../domain/documents/index-job';
import { type FileMasking, type MaskingReportPart } from '../../../domain/documents/masking';
import { type RollbackOutcome } from '../../../domain/documents/rollback';
import { type StepTries } from '../../../job-rows/step-tries';
import { type FileInput, type FileOrigin } from './file-input';

/** Record of the masking of a file, with the folder of its reports in the blob store. */
export interface MaskedFile extends FileMasking {
  folder: string;
  /** Reports that are stored; the others have no texts. */
  parts: readonly MaskingReportPart[];
}

export type DocumentRollback = RollbackOutcome & { documentId: string };

/** A document made from a file, whether or not its version is published yet. */
export interface FileDocument {
  documentId: string;
  versionId: string;
}

/** Pages of a file that are read, and all of them. */
export interface FileReading {
  pagesRead: number;
  pagesTotal: number;
}

/** A file of an indexing job. */
export interface JobFileRow {
  /** `<job>/<number>`: writing the same list again writes the same rows. */
  _id: string;
  jobId: string;
  /** Its place in the job's list, from 0. */
  file: number;
  /** Address of the file for people; null where it has none. */
  uri: string | null;
  filename: string;
  /** See `source-identity.ts`. */
  identity: string;
  /** Null once the file has ended. */
  origin: FileOrigin | null;
  /** As the source's list says; null where it does not. */
  byteSize: number | null;
  /** ETag of the object in the listing; absent where the listing has none. It stays when the file ends. */
  etag?: string;
  state: JobFileState;
  /** Null until it is taken up. */
  stage: IndexStage | null;
  /** Tries of the step that took most. */
  attempts: number;
  /**
   * The activity attempt that may write; an attempt that lost its place matches nothing and stops. It stays
   * when the file ends, and tells who ended it.
   */
  writer: string | null;
  /** Tries of the step that began last; absent before the first, and of steps that files take together. */
  tries?: StepTries;
  input: FileInput | null;
  /** How far the reading has come; absent for short files, and null when an attempt begins anew. */
  reading?: FileReading | null;
  /** Key of what parsing has left (`parsed-blob.ts`); null before. */
  parsed: string | null;
  /** Key of the same after masking; null or absent before, and for jobs that do not mask. */
  maskedContent?: string | null;
  /** Modality of the file itself, not of its contents; null until it is parsed. */
  modality: Modality | null;
  documents: FileDocument[];
  /** Absent until the file is masked, and once the masking report of the job is gone. */
  masking?: MaskedFile;
  /** Absent until the job is rolled back. */
  rollbacks?: DocumentRollback[];
  error: JobFileError | null;
  message: string | null;
  skipReason: SkipReason | null;
  pages: number | null;
  billedPages: number;
  /** Billed pages that cost as `basic` ones. */
  basicPages: number;
  chunks: number;
  updatedAt: Date;
}

/** A file as the scan of a source lists it. */
export type ListedFile = Pick<JobFileRow, 'uri' | 'filename' | 'identity' | 'origin' | 'skipReason'> & {
  /** Fails the file at once, for what can be told without opening it. */
  failure?: { error: JobFileError; message: string };
  /** Absent where the list does not tell it. */
  byteSize?: number;
  /** Hex, of files whose bytes are ours already. */
  sha256?: string;
  /** Known of uploads that the request itself has brought. */
  input?: FileInput;
};

export type JobFileEnd =
  | {
      state: 'completed';
      documents: FileDocument[];
      pages: number | null;
      billed: BilledPages;
      chunks: number;
    }
  | { state: 'failed'; error: JobFileError; message: string }
  | { state: 'skipped'; reason: SkipReason }
  | { state: 'cancelled' };

/** Row of a file that was masked and indexed. */
export type MaskedFileRow = JobFileRow & { masking: MaskedFile };
