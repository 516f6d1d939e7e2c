import { type Block } from '../block';

/** Only what stands this near to an edge of the page may repeat there, as a fraction of its height. */
const marginShare = 0.13;
const textCharsMax = 200;
/** A text has to be at the edge of so many pages, and of such a share of those from its first to its last. */
const pagesMin = 3;
const shareMin = 0.3;
const textsMax = 10_000;

/** Finds the lines at the head and foot of pages, by their coming again and again. */
export interface RunningLines {
  /** Takes every block once, in order. */
  see(block: Block): void;
  /** After all have been seen: what the block is if it is such a line, null if not. */
  kindOf(block: Block): 'page_header' | 'page_footer' | null;
}

interface Occurrence {
  pages: number;
  first: number;
  last: number;
}

export function createRunningLines(): RunningLines {
  const texts = new Map<string, Occurrence>();
  return {
    see(block) {
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
    kindOf(block) {
      const key = keyOf(block);
      const found = key === null ? undefined : texts.get(key);
      if (found === undefined || found.pages < pagesMin) return null;
      if (found.pages < (found.last - found.first + 1) * shareMin) return null;
      return key!.startsWith('page_header') ? 'page_header' : 'page_footer';
    },
  };
}

/** Edge and text, all numbers alike, as pages are numbered; null for what cannot be such a line. */
function keyOf(block: Block): string | null {
  if (
    block.box === null ||
    (block.kind !== 'paragraph' && block.kind !== 'heading' && block.kind !== 'list_item')
  ) {
    return null;
  }
  const { top, height } = block.box;
  const edge = top + height <= marginShare ? 'page_header' : top >= 1 - marginShare ? 'page_footer' : null;
  if (edge === null || block.text.length > textCharsMax) return null;
  return `${edge}:${block.text.replace(/\d+|\b[ivxlc]+\b/gi, '#').replace(/\s+/g, ' ')}`;
}
