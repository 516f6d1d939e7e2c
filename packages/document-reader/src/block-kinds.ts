import { type Block } from './block';
import { blockText } from './block-text';
import { createContentsFinder } from './contents/contents-finder';
import { createRunningLines } from './running-lines';

/** Finder of kinds that only the whole document tells: tables of contents, running headers and footers. */
export interface BlockKinds {
  /**
   * Adds the next block of the document, in order, and returns it without the leaders of a table of contents.
   */
  add(block: Block): Block;
  /**
   * Ends the document. The returned function takes the blocks that `add` has returned, in the same order, and
   * returns them with their kinds.
   *
   * @param pageCount pages of the document, null in formats without pages
   */
  end(pageCount: number | null): (block: Block) => Block;
}

/** Creates the finder of one document; its memory is bounded. */
export function createBlockKinds(): BlockKinds {
  const contents = createContentsFinder();
  const runningLines = createRunningLines();
  return {
    add(block) {
      const added = contents.add(block);
      runningLines.add(added);
      return added;
    },
    end(pageCount) {
      const markContents = contents.marker(pageCount);
      return (block) => {
        // Each block has to pass, since the finder of contents counts them.
        const marked = markContents(block);
        const kind = runningLines.kindOf(block, pageCount);
        return kind === null ? marked : { ...block, kind, text: blockText(block) };
      };
    },
  };
}
