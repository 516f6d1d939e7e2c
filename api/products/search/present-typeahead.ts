import { rawObject } from '../../../src/domain/products/raw-object';
import { type AnsweredSuggestions, type AnsweredTypeahead } from './complete-index';
import { hitText, jsonMembers } from './present-hits';
import { presentServedBy } from './present-served-by';

/** JSON text of the hits of a begun query: records stay the text that was sent. */
export function presentTypeahead({ served, asked, hits, engineMs, totalMs }: AnsweredTypeahead): Buffer {
  return Buffer.from(
    rawObject(
      new Map([
        ...jsonMembers(presentServedBy(served)),
        ['hits', `[${hits.map((hit) => hitText(hit, asked.fields)).join(',')}]`],
        ...jsonMembers({ timing: { engine_ms: engineMs, total_ms: totalMs } }),
      ]),
    ),
  );
}

/** The answer with queries that a begun one may become. */
export function presentSuggestions({ served, suggestions, engineMs, totalMs }: AnsweredSuggestions) {
  return {
    ...presentServedBy(served),
    suggestions,
    timing: { engine_ms: engineMs, total_ms: totalMs },
  };
}
