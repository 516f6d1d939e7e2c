import { type ProcessingType } from './index-job';

const charactersPerUnit = 3_000;
const creditsPerUnit = 0.5;
/** Credits of an image or chart that is returned as a figure chunk. */
const creditsPerFigure = 0.5;

/**
 * Credits of a finished spreadsheet parse: half a credit per started 3,000 characters of sheet text, and per
 * figure.
 */
export function parseCredits(characters: number, figures: number): number {
  return Math.ceil(characters / charactersPerUnit) * creditsPerUnit + figures * creditsPerFigure;
}

/**
 * Credits to reserve before a file is read, from its size alone: one character per byte. Sheet text of real
 * workbooks is about as long as the compressed file; a text file's is never longer. An unknown size reserves
 * one unit.
 */
export function estimatedParseCredits(byteSize: number | null): number {
  return Math.max(1, Math.ceil((byteSize ?? 0) / charactersPerUnit)) * creditsPerUnit;
}

/** Credits of one indexed page; reading the image of every page costs twice as much. */
const creditsPerPage: Record<ProcessingType, number> = { basic: 0.5, advanced: 1 };

/** Pages that a document is billed as: its own, or as many as its text fills at 3,000 characters each. */
export function indexedPages(document: { pageCount: number | null; characters: number }): number {
  return document.pageCount ?? Math.max(1, Math.ceil(document.characters / charactersPerUnit));
}

/** Credits of an indexing job, by the pages of the files that were indexed. */
export function indexCredits(pages: number, processingType: ProcessingType): number {
  return pages * creditsPerPage[processingType];
}

/**
 * Questions that half a credit pays for; a question under one configuration of an evaluation is one query.
 */
const queriesPerHalfCredit = 50;

/** Credits of an evaluation: half a credit per started 50 queries. */
export function evaluationCredits(queries: number): number {
  return Math.ceil(queries / queriesPerHalfCredit) * 0.5;
}
