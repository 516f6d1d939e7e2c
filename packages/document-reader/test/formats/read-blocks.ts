import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Block } from '../../src/block';
import { sniffFile } from '../../src/kind/sniff-file';
import { readDocument } from '../../src/read-document';

export interface ReadBlocks {
  fileType: string;
  title: string | null;
  blocks: Block[];
  warnings: string[];
}

/** Reader of the blocks of files; what it writes lies in a folder that ends with the suite. */
export function blockReader(): (bytes: Buffer) => Promise<ReadBlocks> {
  const scratchDirectory = mkdtempSync(join(tmpdir(), 'sheaf-blocks-'));
  const path = join(scratchDirectory, 'input');
  afterAll(() => {
    rmSync(scratchDirectory, { recursive: true });
  });
  return async (bytes) => {
    writeFileSync(path, bytes);
    const kind = await sniffFile(path, { filename: '' });
    const blocks: Block[] = [];
    const warnings: string[] = [];
    const head = await readDocument(
      kind,
      { path, scratchDirectory },
      {
        block: (block) => blocks.push(block),
        page: () => undefined,
        figure: () => undefined,
        warn: (sentence) => warnings.push(sentence),
      },
    );
    return { fileType: kind.fileType, title: 'title' in head ? head.title : null, blocks, warnings };
  };
}
