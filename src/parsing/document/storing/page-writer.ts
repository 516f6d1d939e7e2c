import { type PageContent, type Region } from '../../../domain/documents/document';
import { type Block, blockText, type PageHead } from 'document-reader';

/** Upper bound of the characters of one page's text; the chunks have the rest. */
const pageCharsMax = 2_000_000;

export interface PageWriter {
  add(block: Block, region: Region | null): void;
  /** Writes the remaining pages, also those without blocks. */
  end(): void;
}

/**
 * Creates a page writer.
 *
 * @param heads all pages of the document, ascending
 */
export function createPageWriter(heads: readonly PageHead[], write: (page: PageContent) => void): PageWriter {
  let next = 0;
  let texts: string[] = [];
  let chars = 0;
  let regions: Region[] = [];

  function writeNext(): void {
    const { page, width, height, ocr } = heads[next++]!;
    write({ page, text: texts.join('\n'), width, height, ocr, regions });
    texts = [];
    chars = 0;
    regions = [];
  }

  return {
    add(block, region) {
      if (block.page === null) return;
      while (next < heads.length && heads[next]!.page < block.page) writeNext();
      if (heads[next]?.page !== block.page) return;
      const text = blockText(block);
      chars += text.length;
      if (text !== '' && chars <= pageCharsMax) texts.push(text);
      if (region !== null) regions.push(region);
    },
    end() {
      while (next < heads.length) writeNext();
    },
  };
}
