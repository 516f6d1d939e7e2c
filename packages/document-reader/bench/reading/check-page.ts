import { type Block, blockText } from 'document-reader';
import { type MadePage } from './made-pages';

/** Numbers of facts of a page that were read, of all. */
export interface Checked {
  cells: [read: number, of: number];
  absent: [read: number, of: number];
  order: [read: number, of: number];
}

/**
 * Checks what was read of a page: each value stands in a table behind the name of its row and below that of its
 * column, running lines are in no text, and each sentence is whole and behind the one before.
 */
export function checkPage({ cells, absent, order }: MadePage, blocks: readonly Block[]): Checked {
  const text = blocks
    .filter(({ kind }) => kind !== 'page_header' && kind !== 'page_footer')
    .map(blockText)
    .join('\n');
  const tables = blocks.flatMap((block) => (block.kind === 'table' ? [block.rows] : []));
  const isRead = ({ row, column, value }: MadePage['cells'][number]) =>
    tables.some((rows) =>
      rows.some((line, y) => {
        const x = line.lastIndexOf(value);
        return x > 0 && line[0] === row && rows.slice(0, y).some((above) => above[x]!.includes(column));
      }),
    );
  const flowing = text.replaceAll(/\s+/g, ' ');
  const places = order.map((sentence) => flowing.indexOf(sentence));
  const isBehind = (place: number, at: number) => place > (at === 0 ? -1 : places[at - 1]!);
  const isAbsent = (line: string) => !new RegExp(String.raw`(?<![\d,-])${line}(?![\d,-])`, 'u').test(text);
  return {
    cells: [cells.filter(isRead).length, cells.length],
    absent: [absent.filter(isAbsent).length, absent.length],
    order: [places.filter(isBehind).length, order.length],
  };
}
