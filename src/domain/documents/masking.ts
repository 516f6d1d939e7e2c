import {
  type AskedTag,
  type EngineUse,
  type MaskingBound,
  type PiiEngineId,
  type PiiTag,
} from '../platform/personal-data';

/** A category of personal data that the caller defines; its values are replaced by `<tag>`. */
export interface PiiField {
  /** Description in plain language, with examples. */
  description: string;
  tag: string;
}

/** Options for masking the files of a job. */
export interface MaskingOptions {
  fields: readonly PiiField[];
  /** Instructions in plain language; null for none. */
  instructions: string | null;
  engine: PiiEngineId;
  /** Kinds that are masked because the request asks for them. */
  asked: readonly AskedTag[];
  /** Whether the report lists what is nearly masked. */
  near: boolean;
  fallback: {
    /** Engines to fall back on when one fails, in order. */
    engines: readonly PiiEngineId[];
    /** Time for retries of one engine on one file. */
    retryBudgetSeconds: number;
  };
}

/** Bound of a kind of personal data in a collection, with the key that has set it. */
export interface CollectionBound {
  bound: MaskingBound;
  setBy: string;
  setAt: Date;
}

/** Bounds of a collection by tag; tags without an entry have their initial bound. */
export type CollectionBounds = Partial<Record<PiiTag, CollectionBound>>;

/** Bounds without their history, as engines take them. */
export type MaskingBounds = Partial<Record<PiiTag, MaskingBound>>;

/**
 * Bounds of a collection without their history.
 *
 * @param asked kinds that a request asks for, whose bound is `default`, also against that of the collection
 */
export function boundsByTag(
  bounds: CollectionBounds | undefined,
  asked: readonly AskedTag[] = [],
): MaskingBounds {
  const byTag: MaskingBounds = Object.fromEntries(
    Object.entries(bounds ?? {}).map(([tag, { bound }]) => [tag, bound]),
  );
  for (const tag of asked) byTag[tag] = 'default';
  return byTag;
}

export const retryBudgetSecondsDefault = 60;

/**
 * Redaction of pictures: black boxes drawn, none needed, or impossible without OCR, in which case no picture
 * is kept.
 */
export const IMAGE_REDACTIONS = ['applied', 'none_found', 'not_supported'] as const;
export type ImageRedaction = (typeof IMAGE_REDACTIONS)[number];

export const MASKING_WARNINGS = [
  'instruction_not_applied',
  'field_not_applied',
  'values_dropped',
  'name_holds_masked_value',
] as const;

/**
 * Warning about a file: an instruction that an engine cannot follow, values from a model that do not occur in
 * the text, or a file name that reveals a masked value. The message never holds a masked value.
 */
export interface MaskingWarning {
  code: (typeof MASKING_WARNINGS)[number];
  message: string;
}

/**
 * Shares of a file that an engine examined, from 0 to 1; 1 for kinds of content that the file does not have.
 */
export interface MaskingCoverage {
  text: number;
  tables: number;
  images: number;
}

/** Record of how one file was masked. */
export interface FileMasking extends EngineUse {
  coverage: MaskingCoverage;
  imageRedaction: ImageRedaction;
  /** Number of masked places by tag. */
  counts: Readonly<Record<string, number>>;
  /** Number of places that were nearly masked by tag; null when they were not looked for. */
  nearCounts: Readonly<Record<string, number>> | null;
  warnings: readonly MaskingWarning[];
}

export const MASKING_REPORT_STATES = ['pending', 'retained', 'deleted', 'expired'] as const;
export type MaskingReportState = (typeof MASKING_REPORT_STATES)[number];

/** The two reports of a file: one on its documents and their pages, one on their chunks. */
export const MASKING_REPORT_PARTS = ['document', 'chunks'] as const;
export type MaskingReportPart = (typeof MASKING_REPORT_PARTS)[number];

/**
 * A masked place: UTF-16 offsets of `<tag>` in the masked text, `end` exclusive, and the text that it
 * replaces.
 */
export interface MaskedSpan {
  start: number;
  end: number;
  tag: string;
  value: string;
}

/**
 * A place that was nearly masked: UTF-16 offsets in the masked text, `end` exclusive. Its text is in the masked
 * text.
 */
export interface NearPlace {
  start: number;
  end: number;
  tag: string;
  /** Evidence from 0 to 1, rounded to hundredths; values from 0.5 are masked unless their kind is `off`. */
  score: number;
}

/** A masked text and its places. Texts without any place are not reported. */
export interface MaskedText {
  /** Position of its document among those of the file, from 0. */
  document: number;
  /** Position of its chunk in the document, from 0; null for a text of a page or of the document. */
  chunk: number | null;
  /** Number of its page; null for a text of a chunk or of the document. */
  page: number | null;
  /** Name of the field in answers of the API: `text`, `title`, `email_subject`, `heading_path.0`. */
  field: string;
  spans: readonly MaskedSpan[];
  near: readonly NearPlace[];
}

/** Retention of a report, from the end of its job. */
export const maskingReportTtlMs = 30 * 24 * 3_600_000;
/** Lifetime of a link to a report of a file. */
export const maskingReportLinkTtlMs = 5 * 60_000;

/** Blob keys of the masking report of a job. All of them lie below `prefix` and are removed by one call. */
export function maskingReportBlobs(jobId: string) {
  const prefix = `masking-reports/${jobId}/`;
  return {
    prefix,
    /** Folder of the two reports of a file. Every attempt has a token of its own. */
    file: (file: number, token: string) => `${prefix}${file}/${token}/`,
  };
}
