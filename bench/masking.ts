import { type PiiEngine } from 'personal-data';
import { measureSpeed, scoreGoals, speedGoal, wordsOf } from '../packages/personal-data/bench/measure';
import { scoreLabelled } from '../packages/personal-data/bench/score-labelled';
import { boundGoal, type Goal, goalTable } from './goal';
import { type PublicTexts, readPublicTexts } from './masking/public-texts';
import { writeReport } from './write-report';

const { signal } = new AbortController();

interface FalseMasks {
  name: string;
  words: number;
  masked: number;
  byTag: Record<string, number>;
}

async function countMasks(engine: PiiEngine, { name, texts }: PublicTexts): Promise<FalseMasks> {
  const found = await engine.find(texts, signal);
  const byTag: Record<string, number> = {};
  let masked = 0;
  for (const [index, spans] of found.entries())
    for (const { start, end, tag } of spans) {
      const words = wordsOf([texts[index]!.slice(start, end)]);
      byTag[tag] = (byTag[tag] ?? 0) + words;
      masked += words;
    }
  return { name, words: wordsOf(texts), masked, byTag };
}

function maskGoals(masks: readonly FalseMasks[]): Goal[] {
  return masks
    .filter(({ words }) => words > 0)
    .map(({ name, words, masked }) =>
      boundGoal(`masked of 1,000 words, ${name}`, 'below', 1, (masked / words) * 1000),
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
  for (const { name, words, masked, byTag } of masks)
    console.log(`${name}: ${masked} of ${words} words masked ${JSON.stringify(byTag)}`);
  const lists = [texts, ...sets.map((set) => set.texts)];
  const speed = await measureSpeed(engine, lists);
  const goals = [...scoreGoals(scores), ...maskGoals(masks), speedGoal(speed)];
  console.log(`\n${goalTable(goals)}`);
  const byTag = Object.fromEntries(scores.byTag);
  await writeReport(json, { machine, scores: { ...scores, byTag }, masks, speed, goals });
}

void main();
