import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ModelError } from '../describer';
import { type EmbeddingThread, startEmbeddingThread } from '../embedding/embedding-thread';
import { type TokenVectors } from '../embedding/messages';
import { localModel } from '../embedding/local-embedder';
import { interactionScores, nearestTokens } from './late-interaction';
import { type Reranker } from './reranker';

/** Calls that wait for the one thread; more would only be late. */
const waitingMax = 8;

/**
 * Compares the tokens of the query with those of the candidates by the local embedding model in
 * a thread of its own, which starts with the first call and takes 140 MB. Takes about 40 ms for a candidate.
 * One call works at a time, others wait; a cancelled one stops after the candidate at hand.
 *
 * @param folder of the local embedding model
 */
export function createInteractionReranker(folder: string): Reranker & { close(): Promise<void> } {
  let thread: Promise<EmbeddingThread> | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  async function tokensOf(text: string): Promise<TokenVectors> {
    try {
      thread ??= startEmbeddingThread({ folder, dimensions: localModel.dimensions, background: false });
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
      nearest.push(nearestTokens(asked, found, localModel.dimensions));
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
