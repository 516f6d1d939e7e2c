import { featureCount, rowBits, writeFeatures } from './features';
import type { Lexicon } from './lexicon';
import { aboutGoods, type Surroundings } from './surroundings';
import type { Tokens } from './tokens';

/**
 * Labels of tokens. Places and organizations have labels too, which separate them from persons and addresses;
 * they are not personal data.
 */
export const LABELS = [
  'O',
  'PERSON',
  'ADDRESS',
  'DATE_OF_BIRTH',
  'USERNAME',
  'MEDICAL_RECORD',
  'LOCATION',
  'ORGANIZATION',
] as const;

export const labelCount = LABELS.length;

/** Weights of features (by row, then label) and of transitions between labels. */
export interface LinearWeights {
  rows: Int8Array;
  /** Weights by label before, then label. */
  steps: Int32Array;
  /** Score by which a label of personal data has to exceed "none". */
  lead: number;
  /** The same in texts about goods, whose names resemble those of persons. */
  goodsLead: number;
}

export interface LinearModel {
  lexicon: Lexicon;
  weights: LinearWeights;
}

/** Tokens that are decoded together; labels of different blocks do not influence each other. */
const blockTokens = 1024;

/** Target of a decoding. */
export interface Labelling {
  labels: Uint8Array;
  /** Additions to the scores, by label; null for none. */
  shifts: Int32Array | null;
  /**
   * Receives for each token by how much the score of its label, before shifts, exceeds the best other one;
   * null when it is not needed.
   */
  margins: Int32Array | null;
}

/** Working memory for one block. */
export interface Decoder {
  /** Writes the best sequence of labels for all tokens into `labels`. */
  decode(tokens: Tokens, around: Surroundings, weights: LinearWeights, labels: Labelling): void;
}

/** Number of weights of features. */
export const weightCount = 2 ** rowBits * labelCount;

/** Creates a decoder by dynamic programming over pairs of labels (Viterbi). */
export function createDecoder(): Decoder {
  const scores = new Int32Array(blockTokens * labelCount);
  const back = new Uint8Array(blockTokens * labelCount);
  const features = new Int32Array(featureCount);
  return {
    decode: (tokens, around, weights, { labels, shifts, margins }) => {
      for (let from = 0; from < tokens.count; from += blockTokens) {
        const size = Math.min(blockTokens, tokens.count - from);
        for (let index = 0; index < size; index++) {
          writeFeatures(tokens, around, from + index, features, 0);
          sumRows(weights.rows, features, scores, index * labelCount);
          const isGoods = (around.line[from + index]! & aboutGoods) !== 0;
          scores[index * labelCount]! += isGoods ? weights.goodsLead : weights.lead;
        }
        const own = margins === null ? null : scores.slice(0, size * labelCount);
        if (shifts !== null) shiftScores(scores, size, shifts);
        findPath(scores, back, size, weights.steps, labels, from);
        if (own !== null) writeMargins(own, size, labels, margins!, from);
      }
    },
  };
}

function shiftScores(scores: Int32Array, size: number, shifts: Int32Array): void {
  for (let at = 0; at < size * labelCount; at++) scores[at]! += shifts[at & (labelCount - 1)]!;
}

function writeMargins(
  scores: Int32Array,
  size: number,
  labels: Uint8Array,
  margins: Int32Array,
  offset: number,
): void {
  for (let index = 0; index < size; index++) {
    const label = labels[offset + index]!;
    const at = index * labelCount;
    let best = -Infinity;
    for (let other = 0; other < labelCount; other++)
      if (other !== label) best = Math.max(best, scores[at + other]!);
    margins[offset + index] = scores[at + label]! - best;
  }
}

function sumRows(rows: Int8Array, features: Int32Array, scores: Int32Array, at: number): void {
  let s0 = 0,
    s1 = 0,
    s2 = 0,
    s3 = 0,
    s4 = 0,
    s5 = 0,
    s6 = 0,
    s7 = 0;
  for (let feature = 0; feature < featureCount; feature++) {
    const row = features[feature]! << 3;
    s0 += rows[row]!;
    s1 += rows[row + 1]!;
    s2 += rows[row + 2]!;
    s3 += rows[row + 3]!;
    s4 += rows[row + 4]!;
    s5 += rows[row + 5]!;
    s6 += rows[row + 6]!;
    s7 += rows[row + 7]!;
  }
  scores[at] = s0;
  scores[at + 1] = s1;
  scores[at + 2] = s2;
  scores[at + 3] = s3;
  scores[at + 4] = s4;
  scores[at + 5] = s5;
  scores[at + 6] = s6;
  scores[at + 7] = s7;
}

/**
 * Finds the best path through the scores of `size` tokens.
 *
 * @param scores by token, then label; overwritten with the best sum up to each token
 * @param labels receives the path from `offset`
 */
export function findPath(
  scores: Int32Array,
  back: Uint8Array,
  size: number,
  steps: Int32Array,
  labels: Uint8Array,
  offset: number,
): void {
  for (let index = 1; index < size; index++) {
    const at = index * labelCount;
    const before = at - labelCount;
    for (let label = 0; label < labelCount; label++) {
      let best = scores[before]! + steps[label]!;
      let from = 0;
      for (let former = 1; former < labelCount; former++) {
        const sum = scores[before + former]! + steps[former * labelCount + label]!;
        if (sum > best) {
          best = sum;
          from = former;
        }
      }
      scores[at + label]! += best;
      back[at + label] = from;
    }
  }
  let label = 0;
  const last = (size - 1) * labelCount;
  for (let other = 1; other < labelCount; other++)
    if (scores[last + other]! > scores[last + label]!) label = other;
  for (let index = size - 1; index >= 0; index--) {
    labels[offset + index] = label;
    label = back[index * labelCount + label]!;
  }
}
