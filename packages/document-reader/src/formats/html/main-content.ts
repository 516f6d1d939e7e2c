import { type Block, placeless } from '../../block';
import { blockText } from '../../block-text';

/** Share of the text of a page that its main part must have, so that what is around it is not the content. */
const mainShareMin = 0.5;
/** Sign of a page that may name its main part; most pages do not, and are passed on as they are read. */
const namesMain = /<main[\s>]|\brole\s*=\s*["']?main\b/i;

/** Receiver of the blocks of a page that holds them until it is known which are its content. */
export interface MainContent {
  add(block: Block, inMain: boolean): void;
  finish(): void;
}

/**
 * Tells the main part of a page from what is around it (side bars, banners, links to other pages): the latter
 * is page header or footer. Headings of the first level and figures stay what they are, and so does
 * everything where the main part has less than half of the text.
 *
 * @param emit takes the blocks, in the order of the page
 */
export function createMainContent(html: string, emit: (block: Block) => void): MainContent {
  if (!namesMain.test(html)) return { add: emit, finish: () => undefined };
  const held: { block: Block; inMain: boolean }[] = [];
  let allChars = 0;
  let mainChars = 0;

  return {
    add(block, inMain) {
      held.push({ block, inMain });
      if (block.kind === 'page_header' || block.kind === 'page_footer') return;
      const chars = blockText(block).length;
      allChars += chars;
      if (inMain) mainChars += chars;
    },
    finish() {
      const prefersMain = mainChars > 0 && mainChars >= allChars * mainShareMin;
      const last = held.findLastIndex(({ inMain }) => inMain);
      for (const [at, { block, inMain }] of held.entries())
        emit(
          prefersMain && !inMain ? asBoilerplate(block, at < last ? 'page_header' : 'page_footer') : block,
        );
    },
  };
}

/** A block of text as header or footer of its page; figures, and headings of the first level, as they are. */
function asBoilerplate(block: Block, kind: 'page_header' | 'page_footer'): Block {
  if (block.kind === 'figure' || (block.kind === 'heading' && block.level === 1)) return block;
  if (block.kind === 'page_header' || block.kind === 'page_footer') return block;
  const text = blockText(block);
  return text === '' ? block : { ...placeless, kind, text };
}
