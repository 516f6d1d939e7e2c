import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { blockText, DocumentError, readDocument, sniffFile } from 'document-reader';

const [path = 'examples/pump-manual.pdf'] = process.argv.slice(2);
const scratchDirectory = await mkdtemp(join(tmpdir(), 'read-document-'));
try {
  const kind = await sniffFile(path, { filename: basename(path) });
  let characters = 0;
  const head = await readDocument(
    kind,
    { path, scratchDirectory },
    {
      block(block) {
        characters += blockText(block).length;
        if (block.kind === 'heading') console.log(`${'#'.repeat(block.level)} ${block.text}`);
        if (block.kind === 'table') console.log(`(a table of ${block.rows.length} rows)`);
      },
      page: () => undefined,
      figure: ({ figureId, contentType, bytes }) => {
        console.log(`(${figureId}: ${contentType}, ${bytes.length} bytes)`);
      },
      warn: (sentence) => {
        console.log(`Warning: ${sentence}`);
      },
    },
  );
  console.log(`${kind.fileType}, ${head.pageCount ?? 'no'} pages, ${characters} characters`);
} catch (error) {
  if (!(error instanceof DocumentError)) throw error;
  console.log(`${error.code}: ${error.message}`);
} finally {
  await rm(scratchDirectory, { recursive: true });
}
