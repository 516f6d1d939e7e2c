import { z } from 'zod';
import { askModelJson, type ModelEndpoint, readAnswer } from '../ask-model';
import { cutText } from '../cut-text';
import { ModelError } from '../describer';
import { type RerankCandidate, type Reranker } from './reranker';

/** A query waits for it. */
const requestTimeoutMs = 10_000;
const textCharsMax = 8_000;
/** 200 places and scores in their longest notation, and much more. */
const answerBytesMax = 1024 * 1024;

/** An endpoint that speaks `/rerank` as Cohere (v2) and Jina do. */
export interface RerankEndpoint extends ModelEndpoint {
  model: string;
  /** Default 10 s, for one request. */
  timeoutMs?: number;
}

const answerSchema = z.object({
  results: z.array(z.object({ index: z.int().min(0), relevance_score: z.number() })),
});

/**
 * Scores by a hosted cross-encoder, all candidates in one request. An answer without one score for each is
 * refused.
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

/** A candidate as a model reads it: where it stands, then what it says. */
export function shownText({ title, headingPath, text }: RerankCandidate): string {
  const place = [title, ...headingPath].filter((part) => part !== null && part !== '');
  const shown = place.length === 0 ? text : `${place.join(' > ')}\n${text}`;
  // Endpoints refuse an empty text; one space stands for nothing as well.
  return cutText(shown, textCharsMax) || ' ';
}

function readScores(text: string, count: number): number[] {
  const wrong = 'The rerank model did not answer with a list of scores.';
  const { results } = readAnswer(text, answerSchema, wrong);
  const scores = new Map(results.map((result) => [result.index, result.relevance_score]));
  if (results.length !== count || scores.size !== count || Math.max(...scores.keys()) >= count)
    throw new ModelError('The rerank model did not answer with one score per candidate.', true);
  // Some models answer with probabilities, some with what they make them of.
  const probable = [...scores.values()].every((score) => score >= 0 && score <= 1);
  const scaled = (score: number) => (probable ? score : 1 / (1 + Math.exp(-score)));
  return Array.from({ length: count }, (_, index) => scaled(scores.get(index)!));
}
