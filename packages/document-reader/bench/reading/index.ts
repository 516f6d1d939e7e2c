import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Block, readDocument, sniffFile } from 'document-reader';
import { textTable } from '../../../../bench/text-table';
import { type Checked, checkPage } from './check-page';
import { makePage, TABLE_STYLES, type TableStyle } from './made-pages';

const pagesPerStyle = 12;

/** Shares of the facts of pages in one style that were read. */
export interface MeasuredStyle {
  style: TableStyle;
  cells: number;
  absent: number;
  order: number;
}

/** Reads made pages whose values, running lines and order are known, and prints the shares that were read. */
export async function measureReading(): Promise<MeasuredStyle[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-reading-'));
  try {
    const measured: MeasuredStyle[] = [];
    for (const style of TABLE_STYLES) {
      const checked: Checked[] = [];
      for (let seed = 1; seed <= pagesPerStyle; seed++) {
        const page = makePage(style, seed);
        checked.push(checkPage(page, await blocksOf(page.file, folder)));
      }
      measured.push({
        style,
        cells: shareOf(checked.map(({ cells }) => cells)),
        absent: shareOf(checked.map(({ absent }) => absent)),
        order: shareOf(checked.map(({ order }) => order)),
      });
    }
    const lines = measured.map(({ style, cells, absent, order }) => [
      style,
      ...[cells, absent, order].map((share) => `${(share * 100).toFixed(1)} %`),
    ]);
    console.log(textTable(['table', 'cells', 'running lines', 'order'], lines));
    return measured;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function blocksOf(file: Buffer, folder: string): Promise<Block[]> {
  const path = join(folder, 'page.pdf');
  await writeFile(path, file);
  const blocks: Block[] = [];
  const ignore = () => undefined;
  await readDocument(
    await sniffFile(path, { filename: 'page.pdf' }),
    { path, scratchDirectory: folder },
    { block: (block) => void blocks.push(block), page: ignore, figure: ignore, warn: ignore },
  );
  return blocks;
}

function shareOf(facts: readonly [read: number, of: number][]): number {
  const sum = (at: 0 | 1) => facts.reduce((all, fact) => all + fact[at], 0);
  return sum(0) / sum(1);
}
