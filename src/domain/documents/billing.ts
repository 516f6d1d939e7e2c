import { type Modality } from './document';
import { type ProcessingType } from './index-job';

const charactersPerUnit = 3_000;
const creditsPerUnit = 0.5;
/** Credits of each image or chart that is returned as a figure chunk. */
const creditsPerFigure = 0.5;

/**
 * Credits of a finished spreadsheet parse: half a credit per started 3,000 characters of cell text (without
 * separators and repeated headers), and half a credit per figure.
 */
export function parseCredits(characters: number, figures: number): number {
  return Math.ceil(characters / charactersPerUnit) * creditsPerUnit + figures * creditsPerFigure;
}

/**
 * Credits to reserve before a file is read, from its estimated characters of sheet text. An unknown number
 * reserves one unit.
 */
export function estimatedParseCredits(characters: number | null): number {
  return Math.max(1, Math.ceil((characters ?? 0) / charactersPerUnit)) * creditsPerUnit;
}

/** Credits of one indexed page; reading the image of every page costs twice as much. */
const creditsPerPage: Record<ProcessingType, number> = { basic: 0.5, advanced: 1 };

/** Pages that a document is billed for: its own pages, or its text at 3,000 characters per page. */
export function indexedPages(document: { pageCount: number | null; characters: number }): number {
  return document.pageCount ?? Math.max(1, Math.ceil(document.characters / charactersPerUnit));
}

export interface BilledPages {
  pages: number;
  /** Pages among `pages` that cost as `basic` ones in any job. */
  basicPages: number;
}

/**
 * Billed pages of documents. The pages of PDF files and pictures cost the `advanced` price; those of any
 * other document only when OCR has read text in its pictures.
 */
export function billedPagesOf(
  documents: readonly (Parameters<typeof indexedPages>[0] & {
    fileType: string;
    modality: Modality;
    hasOcr: boolean;
  })[],
): BilledPages {
  const billed = { pages: 0, basicPages: 0 };
  for (const document of documents) {
    const pages = indexedPages(document);
    const { fileType, modality, hasOcr } = document;
    billed.pages += pages;
    if (fileType !== 'pdf' && modality !== 'image' && !hasOcr) billed.basicPages += pages;
  }
  return billed;
}

/** Credits of an indexing job, by the pages of the files that were indexed. */
export function indexCredits({ pages, basicPages }: BilledPages, processingType: ProcessingType): number {
  return basicPages * creditsPerPage.basic + (pages - basicPages) * creditsPerPage[processingType];
}

/** Credits of the cheapest indexed document, of one page: the least that reading a file costs. */
export function leastIndexCredits(processingType: ProcessingType): number {
  return indexCredits({ pages: 1, basicPages: 1 }, processingType);
}

/** Queries that half a credit pays for. A case under one configuration of an evaluation is one query. */
const queriesPerHalfCredit = 50;

/** Credits of an evaluation: half a credit per started 50 queries. */
export function evaluationCredits(queries: number): number {
  return Math.ceil(queries / queriesPerHalfCredit) * 0.5;
}
