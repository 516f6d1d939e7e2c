import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { cutText } from '../cut-text';
import { type TokenVectors } from './messages';
import { type LocalModel } from './local-models';
import { readTokenizer } from './token-counter';
import { readUnigramTokenizer } from './unigram-tokenizer';

/** Characters of a text that are tokenized; 512 tokens are about 2,500 characters of prose. */
const charsMax = 16_000;

/** Ids of a text with the two that frame it, at most as many as the model reads. */
type TokensOf = (text: string) => number[];

/** Runs a local model synchronously in its thread. */
export interface TextEncoder {
  /** A vector of length 1 with `dimensions` numbers. */
  encode(text: string): Promise<Float32Array>;
  /** A vector for each token of the text, in its context. */
  encodeTokens(text: string): Promise<TokenVectors>;
  release(): Promise<void>;
}

/**
 * Loads the model in `folder` (`model.onnx`, and `tokenizer.json` or `pieces.json`) for one core.
 *
 * Texts are encoded one at a time. The 8-bit model quantises activations by the largest number of the whole
 * call. In a batch each vector would depend on the other texts and on padding (by up to 0.03 per number). A
 * batch is not faster either: one text occupies a core, and needs no padding.
 */
export async function loadTextEncoder(folder: string, model: LocalModel): Promise<TextEncoder> {
  const { dimensions } = model;
  const tokensOf = model.tokenizer === 'unigram' ? unigrams(folder, model) : wordPieces(folder, model);
  const session = await InferenceSession.create(join(folder, 'model.onnx'), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    // Hides warnings about operators that run elsewhere; errors are thrown.
    logSeverityLevel: 3,
  });

  async function run(ids: number[]): Promise<Float32Array> {
    const shape = [1, ids.length];
    const output = await session.run({
      input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), shape),
      attention_mask: new Tensor('int64', new BigInt64Array(ids.length).fill(1n), shape),
    });
    return output.last_hidden_state!.data as Float32Array;
  }

  return {
    async encode(text) {
      const ids = tokensOf(text);
      return meanOf(await run(ids), ids.length, dimensions);
    },
    async encodeTokens(text) {
      const ids = tokensOf(text);
      const hidden = await run(ids);
      const vectors = new Float32Array((ids.length - 2) * dimensions);
      for (let at = 0; at < ids.length - 2; at++) {
        const first = (at + 1) * dimensions;
        vectors.set(unit(hidden.subarray(first, first + dimensions)), at * dimensions);
      }
      return { ids: ids.slice(1, -1), vectors };
    },
    release: () => session.release(),
  };
}

function wordPieces(folder: string, { tokensMax }: LocalModel): TokensOf {
  const tokenizer = readTokenizer(folder);
  const [closing] = tokenizer.encode('', { add_special_tokens: true }).ids.slice(-1);
  return (text) => {
    const { ids } = tokenizer.encode(cutText(text, charsMax));
    return ids.length <= tokensMax ? ids : [...ids.slice(0, tokensMax - 1), closing!];
  };
}

function unigrams(folder: string, { tokensMax }: LocalModel): TokensOf {
  const tokenizer = readUnigramTokenizer(folder);
  return (text) => {
    const ids = tokenizer.encode(cutText(text, charsMax), charsMax);
    return [tokenizer.begin, ...ids.slice(0, tokensMax - 2), tokenizer.end];
  };
}

/** The mean of the tokens' vectors, scaled to length 1, as the model was trained. */
function meanOf(hidden: Float32Array, tokens: number, dimensions: number): Float32Array {
  const sum = new Float32Array(dimensions);
  for (let token = 0; token < tokens; token++) {
    const first = token * dimensions;
    for (let at = 0; at < dimensions; at++) sum[at]! += hidden[first + at]!;
  }
  return unit(sum);
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
