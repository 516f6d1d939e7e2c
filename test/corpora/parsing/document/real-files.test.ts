import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { chunkTokensMax } from '../../../../src/parsing/document/chunking/token-budget';
import { fileReader } from '../../../parsing/document/file-reader';

/** Files of other people; they lie beside the clone or nowhere. */
const folder = join(__dirname, '../../../../../shared/data/files');
const names = existsSync(folder) ? readdirSync(folder).filter((name) => name !== 'manifest.json') : [];
/** Files that hold no document, by what is wrong with them. */
const REFUSED: Readonly<Record<string, string>> = { 'poi-bug53475-password-is-pass.docx': 'encrypted_file' };
/** Files that are made without a word in them. */
const WORDLESS = /OPCCompliance|TestPackageCore|\.(?:png|jpg|tif|pdf)$/;

const suite = names.length > 0 ? describe : describe.skip;

suite('real files (in ../shared/data/files, where it exists)', () => {
  const { readPath } = fileReader();

  it.each(names)('%s gives documents with consistent chunks, or a typed error', async (name) => {
    const refused = REFUSED[name];
    if (refused !== undefined) {
      await expect(readPath(join(folder, name), name)).rejects.toMatchObject({ code: refused });
      return;
    }
    const { documents } = await readPath(join(folder, name), name);
    const [first] = documents;
    if (!WORDLESS.test(name)) expect(first!.chunkCount).toBeGreaterThan(0);
    for (const document of documents) {
      expect(document.chunks).toHaveLength(document.chunkCount);
      for (const chunk of document.chunks) {
        expect(chunk.text.trim()).not.toBe('');
        expect(chunk.tokenCount).toBeLessThanOrEqual(chunkTokensMax);
        for (const { page } of chunk.regions) {
          if (document.pageCount === null) expect(page).toBeNull();
          else expect(page).toBeLessThan(document.pageCount);
        }
      }
      if (document.pagesPath !== null) expect(document.pages).toHaveLength(document.pageCount!);
    }
  });
});
