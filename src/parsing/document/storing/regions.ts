import { type Region, type RegionType } from '../../../domain/documents/document';
import { type Block, blockText } from 'document-reader';

/** Upper bound of the characters of one region's text; the chunks have the rest. */
const textCharsMax = 10_000;

const TYPES: Readonly<Record<Exclude<Block['kind'], 'break'>, RegionType>> = {
  heading: 'heading',
  paragraph: 'body',
  code: 'body',
  list_item: 'list',
  table: 'table',
  figure: 'figure',
  caption: 'caption',
  footnote: 'footnote',
  page_header: 'page_header',
  page_footer: 'page_footer',
  contents: 'table_of_contents',
};

/**
 * Returns a function that makes the numbered regions of one document. It returns null for text without a box.
 * A figure always gets a region, which links it to its chunk.
 */
export function createRegions(): (block: Block) => Region | null {
  let count = 0;
  return (block) => {
    const isPlaced = block.box !== null && block.page !== null;
    if (block.kind === 'break' || (!isPlaced && block.kind !== 'figure')) return null;
    return {
      regionId: `r_${count++}`,
      page: block.page,
      type: TYPES[block.kind],
      text: blockText(block).slice(0, textCharsMax),
      figureId: block.kind === 'figure' ? block.figureId : null,
      box: block.box,
      confidence: block.confidence,
    };
  };
}
