import { type Block } from 'document-reader';

const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Returns the block with lone surrogates replaced, because stores reject them. */
export function wellFormed(block: Block): Block {
  switch (block.kind) {
    case 'break':
      return block;
    case 'table':
      return { ...block, rows: block.rows.map((row) => row.map(repaired)) };
    default: {
      const text = repaired(block.text);
      return text === block.text ? block : { ...block, text };
    }
  }
}

function repaired(text: string): string {
  return text.replace(LONE_SURROGATE, '\ufffd');
}
