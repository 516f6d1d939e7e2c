import { z } from 'zod';
import { askModelJson, type ModelEndpoint, readAnswer } from '../ask-model';
import { cutText } from '../cut-text';
import { ModelError } from '../describer';
import { type RerankCandidate, type Reranker } from './reranker';

/** Time limit of one request; a query waits for it. */
const requestTimeoutMs = 10_000;
const textCharsMax = 8_000;
/** Size limit, well above 200 indexes and scores in their longest notation. */
const answerBytesMax = 1024 * 1024;

/** An endpoint with `/rerank` as Cohere (v2) and Jina have it. */
export interface RerankEndpoint extends ModelEndpoint {
  model: string;
  /** Time limit of one request; default 10 s. */
  timeoutMs?: number;
}

const answerSchema = z.object({
  results: z.array(z.object({ index: z.int().min(0), relevance_score: z.number() })),
});

/**
 * Creates a reranker over a hosted cross-encoder, with all candidates in one request. An answer without a
 * score for each candidate is refused.
 */
export function createHostedReranker(endpoint: RerankEndpoint): Reranker {
  const { model, timeoutMs = requestTimeoutMs } = endpoint;
  return {
    model: 'hosted-rerank-1',

    async rerank(query, candidates, signal) {
      signal.throwIfAborted();
      if (candidates.length === 0) return [];
      const body = {
        model,
        query: query.text,
        documents: candidates.map(shownText),
        top_n: candidates.length,
        return_documents: false,
      };
      const request = { subject: 'The rerank model', path: '/rerank', body, timeoutMs, answerBytesMax };
      return readScores(await askModelJson(endpoint, request, signal), candidates.length);
    },
  };
}

/** Text of a candidate for the model: title and headings, then the text. */
export function shownText({ title, headingPath, text }: RerankCandidate): string {
  const place = [title, ...headingPath].filter((part) => part !== null && part !== '');
  const shown = place.length === 0 ? text : `${place.join(' > ')}\n${text}`;
  // Endpoints refuse an empty text; a space replaces it.
  return cutText(shown, textCharsMax) || ' ';
}

function readScores(text: string, count: number): number[] {
  const wrong = 'The rerank model did not answer with a list of scores.';
  const { results } = readAnswer(text, answerSchema, wrong);
  const scores = new Map(results.map((result) => [result.index, result.relevance_score]));
  if (results.length !== count || scores.size !== count || Math.max(...scores.keys()) >= count)
    throw new ModelError('The rerank model did not answer with one score per candidate.', true);
  // Some models return probabilities, others logits.
  const probable = [...scores.values()].every((score) => score >= 0 && score <= 1);
  const scaled = (score: number) => (probable ? score : 1 / (1 + Math.exp(-score)));
  return Array.from({ length: count }, (_, index) => scaled(scores.get(index)!));
}
