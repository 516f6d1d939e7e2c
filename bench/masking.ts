import { type PiiEngine } from 'personal-data';
import { measureSpeed, scoreGoals, speedGoal, wordsOf } from '../packages/personal-data/bench/measure';
import { scoreLabelled } from '../packages/personal-data/bench/score-labelled';
import { boundGoal, type Goal, goalTable } from './goal';
import { PERSONAL_WORDS } from './masking/personal-words';
import { type PublicTexts, readPublicTexts } from './masking/public-texts';
import { writeReport } from './write-report';

const { signal } = new AbortController();

interface FalseMasks {
  name: string;
  words: number;
  masked: number;
  /** Masked words that are no personal data; null for texts whose masks were not judged. */
  wrong: number | null;
  byTag: Record<string, number>;
}

/** Kinds whose values have a form; their masks in the judged files are right. */
const formedTags: ReadonlySet<string> = new Set(['EMAIL', 'PHONE', 'IP_ADDRESS']);
const personalWord = /[\p{L}\p{N}’'-]+/gu;

/** Words of a masked text that are no words of persons. */
const wrongWords = (text: string): number =>
  (text.match(/\S+/g) ?? []).filter((word) => {
    const parts = word.match(personalWord) ?? [];
    return parts.length > 0 && !parts.some((part) => PERSONAL_WORDS.has(part));
  }).length;

async function countMasks(engine: PiiEngine, { name, texts, isJudged }: PublicTexts): Promise<FalseMasks> {
  const found = await engine.find(texts, signal);
  const byTag: Record<string, number> = {};
  let masked = 0;
  let wrong = 0;
  for (const [index, spans] of found.entries())
    for (const { start, end, tag } of spans) {
      const text = texts[index]!.slice(start, end);
      const words = wordsOf([text]);
      if (!formedTags.has(tag)) wrong += wrongWords(text);
      byTag[tag] = (byTag[tag] ?? 0) + words;
      masked += words;
    }
  return { name, words: wordsOf(texts), masked, wrong: isJudged ? wrong : null, byTag };
}

function maskGoals(masks: readonly FalseMasks[]): Goal[] {
  return masks
    .filter(({ words }) => words > 0)
    .map(({ name, words, masked, wrong }) =>
      wrong === null
        ? boundGoal(`masked of 1,000 words, ${name}`, 'below', 1, (masked / words) * 1000)
        : boundGoal(`wrongly masked of 1,000 words, ${name}`, 'at most', 2, (wrong / words) * 1000),
    );
}

/**
 * The bench of personal-data, and masked words in texts that hold hardly any personal data, which the service
 * reads from files.
 *
 * `npm run bench -- masking [--engine patterns] [--sentences <file>] [--json <file>]`
 *
 * Measures what `../shared/data` holds, or nothing where it is absent. Ends with exit code 0: a bench is no
 * test.
 */
async function main(): Promise<void> {
  const scored = await scoreLabelled();
  if (scored === null) return;
  const { engine, machine, texts, scores, json } = scored;
  console.log();
  const sets = await readPublicTexts();
  const masks: FalseMasks[] = [];
  for (const set of sets) masks.push(await countMasks(engine, set));
  for (const { name, words, masked, wrong, byTag } of masks) {
    const judged = wrong === null ? '' : `, ${wrong} of them wrongly`;
    console.log(`${name}: ${masked} of ${words} words masked${judged} ${JSON.stringify(byTag)}`);
  }
  const lists = [texts, ...sets.map((set) => set.texts)];
  const speed = await measureSpeed(engine, lists);
  const goals = [...scoreGoals(scores), ...maskGoals(masks), speedGoal(speed)];
  console.log(`\n${goalTable(goals)}`);
  const byTag = Object.fromEntries(scores.byTag);
  await writeReport(json, { machine, scores: { ...scores, byTag }, masks, speed, goals });
}

void main();
