import type { PiiEngine } from 'personal-data';
import { boundGoal, type Goal } from '../../../../bench/goal';
import { textTable } from '../../../../bench/text-table';
import type { WrittenPart, WrittenText } from './texts';

/** Values of one kind or language: found whole, and in all; masks on them, and masks on nothing. */
interface WrittenCounts {
  values: number;
  found: number;
  masks: number;
  wrong: number;
}

/** Scores of written texts. */
interface WrittenScores {
  all: WrittenCounts;
  byTag: Map<string, WrittenCounts>;
  byLanguage: Map<string, WrittenCounts>;
  words: number;
  wrongWords: number;
  /** Leaked values and wrong masks, to be read of the half to develop with only. */
  faults: string[];
}

const none = (): WrittenCounts => ({ values: 0, found: 0, masks: 0, wrong: 0 });
const { signal } = new AbortController();
const isMeaning = /[\p{L}\p{N}]/u;
/** Titles and salutations belong to a name or not. */
const titles =
  /^(?:m|mr|mrs|ms|dr|dra|prof|professor|herr|herrn|frau|mme|monsieur|madame|sr|sra|don|doña|dott|sig|ra|dhr|mevrouw|mevr|pan|pani)$/iu;

/** Scores an engine: a value is found when masks of any kind cover all its letters and digits. */
export async function scoreWritten(engine: PiiEngine, texts: readonly WrittenText[]): Promise<WrittenScores> {
  const found = await engine.find(
    texts.map(({ text }) => text),
    signal,
  );
  const scores: WrittenScores = {
    all: none(),
    byTag: new Map(),
    byLanguage: new Map(),
    words: 0,
    wrongWords: 0,
    faults: [],
  };
  const of = (table: Map<string, WrittenCounts>, key: string): WrittenCounts => {
    const counts = table.get(key) ?? none();
    table.set(key, counts);
    return counts;
  };
  for (const [index, { text, values, language }] of texts.entries()) {
    const spans = found[index]!;
    const inLanguage = of(scores.byLanguage, language);
    scores.words += text.match(/\S+/g)?.length ?? 0;
    for (const { start, end, tag } of values) {
      const isFound = Array.from({ length: end - start }, (_, at) => start + at).every(
        (at) => !isMeaning.test(text[at]!) || spans.some((span) => span.start <= at && span.end > at),
      );
      for (const counts of [scores.all, inLanguage, of(scores.byTag, tag)]) {
        counts.values++;
        if (isFound) counts.found++;
      }
      if (!isFound)
        scores.faults.push(
          `leak ${language} ${tag} ${JSON.stringify(text.slice(Math.max(0, start - 30), start))} ${text.slice(start, end)} ${JSON.stringify(text.slice(end, end + 15))}`,
        );
    }
    for (const { start, end, tag } of spans) {
      const outside = wordsOutside(text, { start, end }, values);
      scores.wrongWords += outside;
      const isWrong = outside > 0;
      for (const counts of [scores.all, inLanguage, of(scores.byTag, tag)]) {
        counts.masks++;
        if (isWrong) counts.wrong++;
      }
      if (isWrong)
        scores.faults.push(
          `wrong ${language} ${tag} ${JSON.stringify(text.slice(Math.max(0, start - 25), start))} ${JSON.stringify(text.slice(start, end))}`,
        );
    }
  }
  return scores;
}

/** Words of a mask that belong to no value and are no titles. */
function wordsOutside(
  text: string,
  { start, end }: { start: number; end: number },
  values: WrittenText['values'],
): number {
  let outside = 0;
  for (const { 0: word, index } of text.slice(start, end).matchAll(/[\p{L}\p{N}]+/gu)) {
    const at = start + index;
    if (!titles.test(word) && !values.some((value) => value.start <= at && value.end > at)) outside++;
  }
  return outside;
}

const share = (part: number, whole: number): string => (whole === 0 ? '-' : (part / whole).toFixed(3));

/** Recall and precision of a part by kind and language, as lines of text. */
export function writtenTable(part: WrittenPart, { all, byTag, byLanguage }: WrittenScores): string {
  const line = (name: string, { values, found, masks, wrong }: WrittenCounts): string[] => [
    name,
    String(values),
    share(found, values),
    share(masks - wrong, masks),
  ];
  const tags = [...byTag].sort(([one], [other]) => one.localeCompare(other));
  return textTable(
    [`${part} texts`, 'values', 'recall', 'precision'],
    [...[...tags, ...byLanguage].map(([name, counts]) => line(name, counts)), line('all', all)],
  );
}

/** Goals of a part that is only counted. */
export const writtenGoals = (part: WrittenPart, { all }: WrittenScores): Goal[] => [
  boundGoal(`recall in ${part} texts`, 'at least', 0.95, all.found / all.values),
  boundGoal(`precision in ${part} texts`, 'at least', 0.95, (all.masks - all.wrong) / all.masks),
];
