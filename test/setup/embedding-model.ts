import { cacheFolder } from '../../embedded/cache/cache-folder';
import { obtainEmbeddingModel } from '../../embedded/models/embedding-model';

/**
 * Time to give to the first test that needs what is obtained once for a machine. Only ends what hangs: a busy
 * machine takes longer than ten minutes to build a program with Go.
 */
export const obtainTimeoutMs = 40 * 60_000;

/**
 * Folder of the local embedding model: the environment's, else that of the cache, obtained when it is not
 * there yet.
 */
export async function embeddingModelFolder(): Promise<string> {
  const given = process.env.EMBEDDING_MODEL_DIR;
  if (given !== undefined && given !== '') return given;
  const { signal } = new AbortController();
  return obtainEmbeddingModel({ cache: cacheFolder(), report: () => undefined, signal });
}
