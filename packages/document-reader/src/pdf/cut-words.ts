import { type Block, type ListItemBlock, type TextBlock } from '../block';
import { type BlockSink } from '../block-sink';
import { type Lexicon } from './layout/lexicon';
import { endsCut, joinLines } from './layout/paragraphs';

/** Blocks that may stand between the two parts of a word: captions, notes, page headers and footers. */
const blocksBetweenMax = 8;

/**
 * A sink that holds back a block that ends with a hyphenated word at a column's or page's end until the rest
 * of the word arrives.
 */
export interface CutWords {
  block: BlockSink['block'];
  /** Passes on the blocks that are still held back; call it once at the end. */
  flush(): void;
}

/**
 * Joins a word that a column's or page's end cut: its rest moves from the later block to the earlier one.
 *
 * @param emit takes the blocks, in their order
 */
export function createCutWords(emit: BlockSink['block'], lexicon: Lexicon): CutWords {
  let held: Block[] = [];

  function flush(): void {
    for (const block of held) emit(block);
    held = [];
  }

  return {
    block(block) {
      const [first] = held;
      if (first !== undefined && isRunning(first) && isRunning(block) && continuesWord(first, block)) {
        const [rest] = /^\S+/u.exec(block.text)!;
        const text = block.text.slice(rest.length).trimStart();
        emit({ ...first, text: joinLines(first.text, rest, lexicon) });
        held.shift();
        flush();
        if (text === '') return;
        block = { ...block, text };
      }
      if (held.length > blocksBetweenMax) flush();
      if (held.length > 0 || (isRunning(block) && endsCut(block.text))) held.push(block);
      else emit(block);
    },
    flush,
  };
}

type Running = TextBlock | ListItemBlock;

function isRunning(block: Block): block is Running {
  return block.kind === 'paragraph' || block.kind === 'list_item';
}

function continuesWord(first: Running, next: Running): boolean {
  return next.kind === 'paragraph' && (next.page ?? 0) - (first.page ?? 0) <= 1 && /^\p{Ll}/u.test(next.text);
}
