import { labelCount, type LinearModel, weightCount } from './linear-model';
import { createLexicon } from './lexicon';

/** Content of a model file, before it becomes tables. */
export interface ModelParts {
  /** Hashes of the words, ascending. */
  hashes: Int32Array;
  bits: Uint16Array;
  rows: Int8Array;
  steps: Int32Array;
  lead: number;
  goodsLead: number;
}

const headBytes = 14;
const rowTotal = weightCount / labelCount;
/** Bytes of the gap between two hashes; a gap of all ones is followed by the whole gap. */
const gapBytes = 3;
const wideGap = 2 ** (8 * gapBytes) - 1;
const lowestHash = -(2 ** 31);

/**
 * Serializes a model, little endian: number of words, both leads, number of kinds of words; the bits of each
 * kind; for each word the gap to the hash before it and its kind; the steps; one bit for each row that says
 * whether it has weights; for each such row one bit for each label that has a weight, and these weights.
 *
 * @throws Error for more than 256 kinds of words
 */
export function writeModel({ hashes, bits, rows, steps, lead, goodsLead }: ModelParts): Buffer {
  const present = Buffer.alloc(rowTotal / 8);
  const weights: number[] = [];
  for (let row = 0; row < rowTotal; row++) {
    const found = Array.from({ length: labelCount }, (_, label) => label).filter(
      (label) => rows[row * labelCount + label] !== 0,
    );
    if (found.length === 0) continue;
    present[row >>> 3]! |= 1 << (row & 7);
    weights.push(found.reduce((mask, label) => mask | (1 << label), 0));
    weights.push(...found.map((label) => rows[row * labelCount + label]! & 255));
  }
  const kinds = [...new Set(bits)].sort((one, other) => one - other);
  const head = Buffer.alloc(headBytes + kinds.length * 2);
  head.writeUInt32LE(hashes.length, 0);
  head.writeInt32LE(lead, 4);
  head.writeInt32LE(goodsLead, 8);
  head.writeUInt16LE(kinds.length, 12);
  for (const [index, kind] of kinds.entries()) head.writeUInt16LE(kind, headBytes + index * 2);
  const moves = Buffer.alloc(steps.length * 4);
  for (const [index, step] of steps.entries()) moves.writeInt32LE(step, index * 4);
  return Buffer.concat([head, writeWords(hashes, bits, kinds), moves, present, Buffer.from(weights)]);
}

function writeWords(hashes: Int32Array, bits: Uint16Array, kinds: readonly number[]): Buffer {
  if (kinds.length > 256) throw new Error(`${kinds.length} kinds of words do not fit into a byte`);
  const numbers = new Map(kinds.map((kind, index) => [kind, index]));
  const bytes: number[] = [];
  let before = lowestHash;
  for (const [index, hash] of hashes.entries()) {
    const gap = hash - before;
    before = hash;
    const word = Buffer.alloc(gap < wideGap ? gapBytes : gapBytes + 4);
    word.writeUIntLE(Math.min(gap, wideGap), 0, gapBytes);
    if (gap >= wideGap) word.writeUInt32LE(gap, gapBytes);
    bytes.push(...word, numbers.get(bits[index]!)!);
  }
  return Buffer.from(bytes);
}

/** Reads a model from the bytes that `writeModel` has written. */
export function readModel(bytes: Buffer): LinearModel {
  const wordCount = bytes.readUInt32LE(0);
  const hashes = new Int32Array(wordCount);
  const bits = new Uint16Array(wordCount);
  const lead = bytes.readInt32LE(4);
  const goodsLead = bytes.readInt32LE(8);
  const kindsAt = headBytes;
  let at = kindsAt + bytes.readUInt16LE(12) * 2;
  let hash = lowestHash;
  for (let index = 0; index < wordCount; index++) {
    let gap = bytes.readUIntLE(at, gapBytes);
    at += gapBytes;
    if (gap === wideGap) {
      gap = bytes.readUInt32LE(at);
      at += 4;
    }
    hash += gap;
    hashes[index] = hash;
    bits[index] = bytes.readUInt16LE(kindsAt + bytes[at++]! * 2);
  }
  const steps = new Int32Array(labelCount * labelCount);
  for (let index = 0; index < steps.length; index++, at += 4) steps[index] = bytes.readInt32LE(at);
  const present = bytes.subarray(at, at + rowTotal / 8);
  at += rowTotal / 8;
  const rows = new Int8Array(weightCount);
  for (let row = 0; row < rowTotal; row++) {
    if ((present[row >>> 3]! & (1 << (row & 7))) === 0) continue;
    const found = bytes[at++]!;
    for (let label = 0; label < labelCount; label++)
      if ((found & (1 << label)) !== 0) rows[row * labelCount + label] = bytes.readInt8(at++);
  }
  return { lexicon: createLexicon(hashes, bits), weights: { rows, steps, lead, goodsLead } };
}
