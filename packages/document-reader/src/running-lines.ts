import { type Block, type HeadingBlock, type ListItemBlock, type TextBlock } from './block';

/** Greatest distance of a running line from the page's edge, as a fraction of its height. */
const marginShare = 0.13;
const textCharsMax = 200;
/**
 * Least number of pages with the text at their edge, and its share of the pages from its first to its last.
 */
const pagesMin = 3;
/** Pages of a document of which a running line has to be on each. */
const twoPages = 2;
const shareMin = 0.3;
const textsMax = 10_000;
/** A page number alone, which stands on some pages only where others have a header. */
const pageNumber = /^page_(?:header|footer):[-–—\s]*#[-–—\s]*$/u;
const numberedPagesMin = 2;

/** Finder of running headers and footers, by their repetition. */
export interface RunningLines {
  /** Adds a block; call it once for each block, in order. */
  add(block: Block): void;
  /**
   * Kind of a running line, null for other blocks. Call it after all blocks were added.
   *
   * @param pageCount pages of the document, null in formats without pages
   */
  kindOf(block: Block, pageCount: number | null): 'page_header' | 'page_footer' | null;
}

interface Occurrence {
  pages: number;
  first: number;
  last: number;
}

export function createRunningLines(): RunningLines {
  const texts = new Map<string, Occurrence>();
  return {
    add(block) {
      const key = keyOf(block);
      const page = block.page;
      if (key === null || page === null) return;
      const known = texts.get(key);
      if (known === undefined) {
        if (texts.size < textsMax) texts.set(key, { pages: 1, first: page, last: page });
      } else if (page !== known.last) {
        known.pages++;
        known.last = page;
      }
    },
    kindOf(block, pageCount) {
      const key = keyOf(block);
      const found = key === null ? undefined : texts.get(key);
      if (found === undefined) return null;
      const least = pageCount === twoPages ? twoPages : pagesMin;
      const isRunning = found.pages >= least && found.pages >= (found.last - found.first + 1) * shareMin;
      if (!isRunning && !(pageNumber.test(key!) && found.pages >= numberedPagesMin)) return null;
      return key!.startsWith('page_header') ? 'page_header' : 'page_footer';
    },
  };
}

/** A line above a table passes for its caption until it repeats. */
function isLine(block: Block): block is TextBlock | HeadingBlock | ListItemBlock {
  return ['paragraph', 'heading', 'list_item', 'caption'].includes(block.kind);
}

/**
 * Edge of the page and text with its numbers replaced, because page numbers differ; null for blocks that
 * cannot be running lines.
 */
function keyOf(block: Block): string | null {
  if (block.box === null || !isLine(block)) return null;
  const { top, height } = block.box;
  const edge = top + height <= marginShare ? 'page_header' : top >= 1 - marginShare ? 'page_footer' : null;
  if (edge === null || block.text.length > textCharsMax) return null;
  return `${edge}:${block.text.replace(/\d+|\b[ivxlc]+\b/gi, '#').replace(/\s+/g, ' ')}`;
}
