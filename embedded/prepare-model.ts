import { cp } from 'node:fs/promises';
import path from 'node:path';
import { cacheFolder } from './cache/cache-folder';
import { EmbeddedFailure } from './failure';
import { embeddingModelFiles, obtainEmbeddingModel } from './models/embedding-model';
import { runUntilSignal } from './run-until-signal';

const interruptedCode = 130;

/**
 * Puts the local embedding model into `folder`, for `EMBEDDING_MODEL_DIR` of an installation; answers the
 * exit code.
 */
export function prepareModel(folder: string | undefined): Promise<number> {
  return runUntilSignal(async ({ signal }) => {
    if (folder === undefined) throw new EmbeddedFailure('Where to? npm run model -- <folder>');
    const source = await obtainEmbeddingModel({ cache: cacheFolder(), report: console.log, signal });
    const target = path.resolve(folder);
    for (const name of embeddingModelFiles) await cp(path.join(source, name), path.join(target, name));
    console.log(`EMBEDDING_MODEL_DIR=${target}`);
    return 0;
  }, interruptedCode);
}
