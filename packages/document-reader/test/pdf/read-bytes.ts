import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Block } from '../../src/block';
import {
  type DocumentHead,
  type FigureCrop,
  type FormatInput,
  type FormatParser,
  type PageHead,
} from '../../src/block-sink';

/** Everything that a parser told. */
export interface Told {
  head: DocumentHead;
  blocks: Block[];
  pages: PageHead[];
  figures: FigureCrop[];
  warnings: string[];
}

/** Lets a parser read a file of these bytes. */
export async function readBytes(
  parse: FormatParser,
  bytes: Uint8Array,
  options: Partial<Pick<FormatInput, 'ocrAllPages' | 'ocrLanguage' | 'mainLanguage'>> = {},
): Promise<Told> {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-bytes-'));
  const path = join(folder, 'file');
  writeFileSync(path, bytes);
  const told: Omit<Told, 'head'> = { blocks: [], pages: [], figures: [], warnings: [] };
  try {
    const head = await parse(
      {
        path,
        byteSize: bytes.length,
        scratchDirectory: folder,
        ocrAllPages: false,
        ocrLanguage: null,
        mainLanguage: () => null,
        isLanguage: () => true,
        ...options,
      },
      {
        block: (block) => told.blocks.push(block),
        page: (page) => told.pages.push(page),
        figure: (figure) => told.figures.push(figure),
        warn: (sentence) => told.warnings.push(sentence),
      },
    );
    return { head, ...told };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The text of a block; cells of tables are put between spaces. */
export function textOf(block: Block): string {
  if (block.kind === 'table') return block.rows.map((row) => row.join(' ')).join('\n');
  if (block.kind === 'list_item') return `${block.mark} ${block.text}`;
  return 'text' in block ? block.text : '';
}

/** Words of a text without signs. */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFKC')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Length of the longest common subsequence, as a share of the first. */
export function recallInOrder(wanted: ArrayLike<string>, found: ArrayLike<string>): number {
  let row = new Uint32Array(found.length + 1);
  for (const want of Array.from(wanted)) {
    const next = new Uint32Array(found.length + 1);
    for (let j = 0; j < found.length; j++) {
      next[j + 1] = want === found[j] ? row[j]! + 1 : Math.max(row[j + 1]!, next[j]!);
    }
    row = next;
  }
  return row[found.length]! / wanted.length;
}
