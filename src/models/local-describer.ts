import { cutText } from './cut-text';
import { type ChunkText, type Describer, type Description, summaryCharsMax, tagsMax } from './describer';
import { countPhrases } from './phrases';
import { centralLines } from './text-rank';

const summaryLines = 2;
/**
 * Characters of a text that are read. Chunks are far shorter, except for a single row of millions of
 * characters, which would block the process.
 */
const textCharsMax = 20_000;

/**
 * Creates a describer without model and network: tags are the phrases with the highest tf-idf among the
 * chunks of one call; a summary is the two rows most similar to the others. Equal chunks get equal
 * descriptions.
 */
export function createLocalDescriber(): Describer {
  return {
    model: null,
    describe(texts, signal) {
      const chunks = texts.map(({ text, headers }) => ({ text: cutText(text, textCharsMax), headers }));
      const counted = chunks.map((chunk) => {
        signal?.throwIfAborted();
        return countPhrases([chunk.headers.join(' | '), bodyOf(chunk)].join('\n'));
      });
      const chunksWith = new Map<string, number>();
      for (const counts of counted) {
        for (const phrase of counts.keys()) chunksWith.set(phrase, (chunksWith.get(phrase) ?? 0) + 1);
      }
      return Promise.resolve(
        chunks.map((chunk, index): Description => {
          signal?.throwIfAborted();
          const idf = (phrase: string) => Math.log(1 + chunks.length / chunksWith.get(phrase)!);
          return { tags: pickTags(counted[index]!, idf), summary: summarize(chunk) };
        }),
      );
    },
  };
}

/** The best phrases; one that contains a better one, or is contained in it, is left out. */
function pickTags(counts: Map<string, number>, idf: (phrase: string) => number): string[] {
  const scored = [...counts].map(([phrase, count]) => ({
    phrase,
    score: Math.sqrt(count) * idf(phrase) * Math.sqrt(phrase.split(' ').length),
  }));
  scored.sort((a, b) => b.score - a.score || (a.phrase < b.phrase ? -1 : 1));
  const tags: string[] = [];
  for (const { phrase } of scored) {
    if (tags.length === tagsMax) break;
    if (!tags.some((tag) => ` ${tag} `.includes(` ${phrase} `) || ` ${phrase} `.includes(` ${tag} `)))
      tags.push(phrase);
  }
  return tags;
}

function summarize(chunk: ChunkText): string {
  const lines = bodyOf(chunk)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const summary = centralLines(lines, summaryLines).join('\n');
  return summary.length <= summaryCharsMax ? summary : `${cutText(summary, summaryCharsMax - 1)}…`;
}

/** The text without the repeated header line. */
function bodyOf({ text, headers }: ChunkText): string {
  const firstBreak = text.indexOf('\n');
  return headers.length > 0 && firstBreak >= 0 ? text.slice(firstBreak + 1) : text;
}
