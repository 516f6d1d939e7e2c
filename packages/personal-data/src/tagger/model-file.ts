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

const headBytes = 12;
const rowTotal = weightCount / labelCount;

/**
 * Serializes a model, little endian: number of words, both leads; the hashes; the bits; the steps; one bit
 * for each row that says whether it has weights; for each such row one bit for each label that has a weight,
 * and these weights.
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
  const head = Buffer.alloc(headBytes);
  head.writeUInt32LE(hashes.length, 0);
  head.writeInt32LE(lead, 4);
  head.writeInt32LE(goodsLead, 8);
  const words = Buffer.alloc(hashes.length * 6 + steps.length * 4);
  for (const [index, hash] of hashes.entries()) words.writeInt32LE(hash, index * 4);
  for (const [index, value] of bits.entries()) words.writeUInt16LE(value, hashes.length * 4 + index * 2);
  for (const [index, step] of steps.entries()) words.writeInt32LE(step, hashes.length * 6 + index * 4);
  return Buffer.concat([head, words, present, Buffer.from(weights)]);
}

/** Reads a model from the bytes that `writeModel` has written. */
export function readModel(bytes: Buffer): LinearModel {
  const wordCount = bytes.readUInt32LE(0);
  const hashes = new Int32Array(wordCount);
  const bits = new Uint16Array(wordCount);
  const lead = bytes.readInt32LE(4);
  const goodsLead = bytes.readInt32LE(8);
  let at = headBytes;
  for (let index = 0; index < wordCount; index++, at += 4) hashes[index] = bytes.readInt32LE(at);
  for (let index = 0; index < wordCount; index++, at += 2) bits[index] = bytes.readUInt16LE(at);
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
