import { type Block } from '../block';

const LONE_SURROGATE = /\p{Surrogate}/gu;

/** The block with every half of a character replaced, which no store takes. */
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
