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

/** Working memory for one block. */
export interface Decoder {
  /**
   * Writes the best sequence of labels for all tokens into `labels`.
   *
   * @param shifts additions to the scores, by label; null for none
   */
  decode(
    tokens: Tokens,
    around: Surroundings,
    weights: LinearWeights,
    labels: Uint8Array,
    shifts: Int32Array | null,
  ): void;
  /** By how much the score of a label exceeds the best other one at a token, its neighbours' labels aside. */
  margin(tokens: Tokens, around: Surroundings, weights: LinearWeights, index: number, label: number): number;
}

/** Number of weights of features. */
export const weightCount = 2 ** rowBits * labelCount;

/** Creates a decoder by dynamic programming over pairs of labels (Viterbi). */
export function createDecoder(): Decoder {
  const scores = new Int32Array(blockTokens * labelCount);
  const back = new Uint8Array(blockTokens * labelCount);
  const features = new Int32Array(featureCount);

  function scoreToken(
    tokens: Tokens,
    around: Surroundings,
    weights: LinearWeights,
    index: number,
    at: number,
  ): void {
    writeFeatures(tokens, around, index, features, 0);
    sumRows(weights.rows, features, scores, at);
    const isGoods = (around.line[index]! & aboutGoods) !== 0;
    scores[at]! += isGoods ? weights.goodsLead : weights.lead;
  }

  return {
    decode: (tokens, around, weights, labels, shifts) => {
      for (let from = 0; from < tokens.count; from += blockTokens) {
        const size = Math.min(blockTokens, tokens.count - from);
        for (let index = 0; index < size; index++)
          scoreToken(tokens, around, weights, from + index, index * labelCount);
        if (shifts !== null) shiftScores(scores, size, shifts);
        findPath(scores, back, size, weights.steps, labels, from);
      }
    },
    margin: (tokens, around, weights, index, label) => {
      scoreToken(tokens, around, weights, index, 0);
      let best = -Infinity;
      for (let other = 0; other < labelCount; other++)
        if (other !== label) best = Math.max(best, scores[other]!);
      return scores[label]! - best;
    },
  };
}

function shiftScores(scores: Int32Array, size: number, shifts: Int32Array): void {
  for (let at = 0; at < size * labelCount; at++) scores[at]! += shifts[at & (labelCount - 1)]!;
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
