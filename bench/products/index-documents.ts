import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { type Client } from '@elastic/elasticsearch';
import { createDocumentWriter } from '../../src/product-search';
import { buildingSettings } from '../../src/stores/products/physical-index/mapping';
import { type ProductBuildRow, settingsOfBuild, tableOf } from '../../src/stores/products/product-builds';
import { productId } from '../generate/product-records';

async function* documentsOf(file: string): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(file) });
}

/** Writes the documents that a build makes of records into a file, one a line. */
export async function writeDocumentsFile(
  file: string,
  build: ProductBuildRow,
  lines: readonly string[],
): Promise<void> {
  const write = createDocumentWriter(tableOf(build)!, settingsOfBuild(build));
  const output = createWriteStream(file);
  for (const text of lines) {
    const { id } = JSON.parse(text) as { id: string };
    const body = write({ recordId: id, text: text.trimEnd() }).body({ group: null, vector: null });
    if (!output.write(`${body}\n`)) await once(output, 'drain');
  }
  output.end();
  await once(output, 'finish');
}

/**
 * Seconds of a loop that does nothing but stream the documents of a file by the bulk helper of the client into
 * a fresh index, with the mapping and settings of a build, until searches find them.
 */
export async function indexDocuments(client: Client, file: string, physical: string): Promise<number> {
  const index = `${physical}-raw`;
  const { [physical]: mapped } = await client.indices.getMapping({ index: physical });
  await client.indices.create({
    index,
    mappings: mapped!.mappings,
    settings: buildingSettings,
  });
  try {
    const start = performance.now();
    let place = 0;
    const { failed } = await client.helpers.bulk<string>({
      datasource: documentsOf(file),
      onDocument: () => ({ index: { _index: index, _id: productId(place++) } }),
    });
    if (failed > 0) throw new Error(`${failed} documents were refused`);
    await client.indices.refresh({ index });
    return (performance.now() - start) / 1_000;
  } finally {
    await client.indices.delete({ index });
  }
}
