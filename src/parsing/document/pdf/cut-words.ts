import { type Block, type ListItemBlock, type TextBlock } from '../block';
import { type BlockSink } from '../block-sink';
import { type Lexicon } from './layout/lexicon';
import { endsCut, joinLines } from './layout/paragraphs';

/**
 * Blocks looked through for the rest of a word: captions, notes and lines at the edges of pages may stand
 * between.
 */
const blocksBetweenMax = 8;

/**
 * A sink that holds back a block whose last word the end of a column or page cut, until it has seen the rest.
 */
export interface CutWords {
  block: BlockSink['block'];
  /** Tells what is still held back; call it at the end. */
  flush(): void;
}

/** Moves the rest of a cut word from the block that goes on to the one that it began in. */
export function createCutWords(tell: BlockSink['block'], lexicon: Lexicon): CutWords {
  let held: Block[] = [];

  function flush(): void {
    for (const block of held) tell(block);
    held = [];
  }

  return {
    block(block) {
      const [first] = held;
      if (first !== undefined && isRunning(first) && isRunning(block) && goesOn(first, block)) {
        const [rest] = /^\S+/u.exec(block.text)!;
        const text = block.text.slice(rest.length).trimStart();
        tell({ ...first, text: joinLines(first.text, rest, lexicon) });
        held.shift();
        flush();
        if (text === '') return;
        block = { ...block, text };
      }
      if (held.length > blocksBetweenMax) flush();
      if (held.length > 0 || (isRunning(block) && endsCut(block.text))) held.push(block);
      else tell(block);
    },
    flush,
  };
}

type Running = TextBlock | ListItemBlock;

function isRunning(block: Block): block is Running {
  return block.kind === 'paragraph' || block.kind === 'list_item';
}

function goesOn(first: Running, next: Running): boolean {
  return next.kind === 'paragraph' && (next.page ?? 0) - (first.page ?? 0) <= 1 && /^\p{Ll}/u.test(next.text);
}
