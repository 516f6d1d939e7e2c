import { createClassifier, createPatterns, type PiiEngine } from 'personal-data';
import { boundGoal, type Goal } from '../../../bench/goal';
import { textTable } from '../../../bench/text-table';
import { type LabelledSentence } from './labelled-sentences';
import { type Counts, f2, precision, recall, scoreTokens, type TokenScores } from './score-tokens';

const FORMED_TAGS = ['EMAIL', 'CREDIT_CARD', 'IBAN', 'IP_ADDRESS'];
const speedRounds = 5;
const wordsInSpeedRound = 300_000;
const { signal } = new AbortController();

const share = (value: number | undefined): string => (value === undefined ? '-' : value.toFixed(3));

/** Opens an engine by its name: `patterns`, or the classifier without a name. */
export function openEngine(name: string | undefined): PiiEngine {
  return name === 'patterns'
    ? createPatterns()
    : createClassifier({ fields: [], instructions: null }, { embed: () => Promise.resolve([]) });
}

/** Number of words of texts, as blanks part them. */
export const wordsOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + (text.match(/\S+/g)?.length ?? 0), 0);

/** Scores what an engine finds in labelled sentences. */
export async function scoreEngine(
  engine: PiiEngine,
  sentences: readonly LabelledSentence[],
): Promise<TokenScores> {
  const texts = sentences.map(({ text }) => text);
  return scoreTokens(sentences, await engine.find(texts, signal));
}

/** The scores as lines of text. */
export function scoreTable({ byTag, exact, any }: TokenScores): string {
  const line = (name: string, counts: Counts) => [
    name,
    String(counts.right + counts.missed),
    share(precision(counts)),
    share(recall(counts)),
    share(f2(counts)),
  ];
  const tags = [...byTag].sort(([one], [other]) => one.localeCompare(other));
  return textTable(
    ['tag', 'tokens', 'P', 'R', 'F2'],
    [
      ...tags.map(([tag, counts]) => line(tag, counts)),
      line('all, exact tag', exact),
      line('all, any tag', any),
    ],
  );
}

/**
 * Words a second of processor time, the best of some rounds.
 *
 * @param lists texts of several kinds; of each as many are taken as make up a round together
 */
export async function measureSpeed(
  engine: PiiEngine,
  lists: readonly (readonly string[])[],
): Promise<number> {
  const texts = speedTexts(lists);
  let best = 0;
  for (let round = 0; round < speedRounds; round++) {
    const before = process.cpuUsage();
    await engine.find(texts, signal);
    const { user, system } = process.cpuUsage(before);
    best = Math.max(best, wordsOf(texts) / ((user + system) / 1e6));
  }
  return best;
}

function speedTexts(lists: readonly (readonly string[])[]): string[] {
  const texts: string[] = [];
  let words = 0;
  for (const list of lists)
    for (const text of list) {
      if (words > wordsInSpeedRound) return texts;
      texts.push(text);
      words += wordsOf([text]);
    }
  return texts;
}

/** Goals of what is found. */
export function scoreGoals(scores: TokenScores): Goal[] {
  const goals = [
    boundGoal('precision, exact tag', 'at least', 0.9, precision(scores.exact)),
    boundGoal('recall, exact tag', 'at least', 0.9, recall(scores.exact)),
  ];
  for (const tag of FORMED_TAGS) {
    const counts = scores.byTag.get(tag);
    if (counts === undefined) continue;
    goals.push(boundGoal(`precision of ${tag}`, 'at least', 0.99, precision(counts)));
    goals.push(boundGoal(`recall of ${tag}`, 'at least', 0.99, recall(counts)));
  }
  return goals;
}

/** Goal of the speed. */
export const speedGoal = (speed: number): Goal =>
  boundGoal('words a second and core', 'at least', 300_000, speed);
