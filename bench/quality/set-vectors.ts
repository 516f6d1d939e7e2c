import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../embedded/project-root';
import { type Embedder } from '../../src/models';

const cache = join(projectRoot, '.cache', 'bench', 'quality');

/** Vectors of texts, in order; kept for the next run under the model's name and a hash of the texts. */
export async function vectorsOf(
  embedder: Embedder,
  texts: readonly string[],
  kind: 'document' | 'query',
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
  const file = join(cache, `${embedder.id.replaceAll(/\W/g, '-')}-${kind}-${hash}.f32`);
  if (!existsSync(file)) {
    const vectors = await embedder.embed(texts, kind, signal);
    mkdirSync(cache, { recursive: true });
    writeFileSync(file, Buffer.concat(vectors.map((vector) => Buffer.from(vector.buffer))));
  }
  const bytes = new Uint8Array(readFileSync(file));
  const numbers = new Float32Array(bytes.buffer);
  const { dimensions } = embedder;
  return texts.map((_, at) => numbers.subarray(at * dimensions, (at + 1) * dimensions));
}
