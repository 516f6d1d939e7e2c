import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ModelError } from '../describer';
import { type EmbeddingThread, startEmbeddingThread } from '../embedding/embedding-thread';
import { type TokenVectors } from '../embedding/messages';
import { englishModel } from '../embedding/local-models';
import { type Reranker } from './reranker';

/** Most waiting calls for the one thread; more would time out. */
const waitingMax = 8;

/**
 * Creates a reranker that compares the tokens of query and candidates by the local embedding model. Its
 * thread starts with the first call and takes 140 MB. It takes about 40 ms per candidate. One call runs at a
 * time, others wait; a cancelled call stops after the present candidate.
 *
 * @param folder folder of the local embedding model
 */
export function createInteractionReranker(folder: string): Reranker & { close(): Promise<void> } {
  let thread: Promise<EmbeddingThread> | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  async function tokensOf(text: string): Promise<TokenVectors> {
    try {
      thread ??= startEmbeddingThread({ folder, model: englishModel, background: false });
      return await (await thread).encodeTokens(text);
    } catch (cause) {
      const failed = thread;
      thread = null;
      await failed?.then(
        (it) => it.terminate(),
        () => undefined,
      );
      throw new ModelError('The local embedding model failed.', true, { cause });
    }
  }

  const score: Reranker['rerank'] = async (query, candidates, signal) => {
    signal.throwIfAborted();
    const asked = await tokensOf(query.text);
    const nearest: number[][] = [];
    const tokens: Set<number>[] = [];
    for (const { text } of candidates) {
      signal.throwIfAborted();
      const found = await tokensOf(text);
      nearest.push(nearestTokens(asked, found, englishModel.dimensions));
      tokens.push(new Set(found.ids));
    }
    return interactionScores(asked.ids, nearest, tokens);
  };

  return {
    model: 'local-interaction-1',

    async rerank(query, candidates, signal) {
      signal.throwIfAborted();
      if (!existsSync(join(folder, 'model.onnx')))
        throw new ModelError(`There is no embedding model in ${folder}.`, false);
      if (waiting >= waitingMax)
        throw new ModelError('The local rerank model has more work than it can take.', true);
      waiting++;
      const before = turn;
      const own = (async () => {
        await before;
        return score(query, candidates, signal);
      })().finally(() => waiting--);
      turn = own.catch(() => undefined);
      return own;
    },

    async close() {
      await (await thread)?.terminate();
    },
  };
}

/** For each token of the query, the cosine with the most similar token of the text. */
function nearestTokens(query: TokenVectors, text: TokenVectors, dimensions: number): number[] {
  return query.ids.map((_, at) => {
    const asked = query.vectors.subarray(at * dimensions, (at + 1) * dimensions);
    let best = 0;
    for (let first = 0; first < text.vectors.length; first += dimensions) {
      let sum = 0;
      for (let i = 0; i < dimensions; i++) sum += asked[i]! * text.vectors[first + i]!;
      if (sum > best) best = sum;
    }
    return best;
  });
}

/**
 * Late interaction (Khattab and Zaharia, "ColBERT", SIGIR 2020) with each token of the query weighted by its
 * rarity among the texts, since a model without training for late interaction separates common tokens badly.
 *
 * @param nearest by text, then by token of the query, see {@link nearestTokens}
 * @param tokens ids of the tokens of each text
 * @returns 0 to 1 by text
 */
function interactionScores(
  queryIds: readonly number[],
  nearest: readonly (readonly number[])[],
  tokens: readonly ReadonlySet<number>[],
): number[] {
  const weights = queryIds.map((id) => {
    const having = tokens.filter((ids) => ids.has(id)).length;
    return Math.log(1 + (tokens.length - having + 0.5) / (having + 0.5));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  return nearest.map((row) =>
    Math.min(1, row.reduce((sum, cosine, at) => sum + weights[at]! * cosine, 0) / total),
  );
}
