import { type EngineUse, type PiiEngineId } from '../platform/personal-data';

/** Category of the caller; its values become `<tag>`. */
export interface PiiField {
  /** Plain language, examples among it. */
  description: string;
  tag: string;
}

/** Masking of the files of a job. */
export interface MaskingOptions {
  fields: readonly PiiField[];
  /** Plain language, null for none. */
  instructions: string | null;
  engine: PiiEngineId;
  fallback: {
    /** Engines that follow where one fails, in order. */
    engines: readonly PiiEngineId[];
    /** Time for retries of one engine on one file. */
    retryBudgetSeconds: number;
  };
}

export const retryBudgetSecondsDefault = 60;

/** Black boxes in pictures: drawn, not needed, or impossible because no OCR is there, so that none was kept. */
export const IMAGE_REDACTIONS = ['applied', 'none_found', 'not_supported'] as const;
export type ImageRedaction = (typeof IMAGE_REDACTIONS)[number];

export const MASKING_WARNINGS = [
  'instruction_not_applied',
  'field_not_applied',
  'values_dropped',
  'name_holds_masked_value',
] as const;

/**
 * Warning of a file: a wish that an engine does not follow, values of a model that do not occur in the text,
 * or a name that gives away what was masked inside. The message never holds a masked value.
 */
export interface MaskingWarning {
  code: (typeof MASKING_WARNINGS)[number];
  message: string;
}

/** Shares of a file that an engine examined, from 0 to 1; 1 for what the file does not have. */
export interface MaskingCoverage {
  text: number;
  tables: number;
  images: number;
}

/** Record of how one file was masked. */
export interface FileMasking extends EngineUse {
  coverage: MaskingCoverage;
  imageRedaction: ImageRedaction;
  /** Masked places by tag. */
  counts: Readonly<Record<string, number>>;
  warnings: readonly MaskingWarning[];
}

export const MASKING_REPORT_STATES = ['pending', 'retained', 'deleted', 'expired'] as const;
export type MaskingReportState = (typeof MASKING_REPORT_STATES)[number];

/** Two reports of a file: on its documents as a whole with their pages, and on their chunks. */
export const MASKING_REPORT_PARTS = ['document', 'chunks'] as const;
export type MaskingReportPart = (typeof MASKING_REPORT_PARTS)[number];

/** Masked place: UTF-16 offsets of `<tag>` in the masked text, `end` exclusive, and what stood there. */
export interface MaskedSpan {
  start: number;
  end: number;
  tag: string;
  value: string;
}

/** Masked text and its places. A text without any is not reported. */
export interface MaskedText {
  /** Number of its document among those of the file, from 0. */
  document: number;
  /** Number of its chunk in the document, from 0; null for a text of a page or of the document. */
  chunk: number | null;
  /** Number of its page; null for a text of a chunk or of the document. */
  page: number | null;
  /** Name of the text, as answers of the API call it: `text`, `title`, `email_subject`, `heading_path.0`. */
  field: string;
  spans: readonly MaskedSpan[];
}

/** A report is kept this long after the end of its job. */
export const maskingReportTtlMs = 30 * 24 * 3_600_000;
/** Lifetime of a link to a report of a file. */
export const maskingReportLinkTtlMs = 5 * 60_000;

/** Blob keys of the masking report of a job. Everything lies below `prefix`, so that one call removes it. */
export function maskingReportBlobs(jobId: string) {
  const prefix = `masking-reports/${jobId}/`;
  return {
    prefix,
    /** Folder of the two reports of a file; every attempt has a token of its own. */
    file: (file: number, token: string) => `${prefix}${file}/${token}/`,
  };
}
