import { parseArgs } from 'node:util';
import { type PiiEngine } from 'personal-data';
import { readLabelled } from '../packages/personal-data/bench/labelled-sentences';
import {
  measureSpeed,
  openEngine,
  scoreEngine,
  scoreGoals,
  scoreTable,
  speedGoal,
  wordsOf,
} from '../packages/personal-data/bench/measure';
import { boundGoal, type Goal, goalTable } from './goal';
import { machineFacts, machineLine } from './machine';
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
  const { values } = parseArgs({
    options: { engine: { type: 'string' }, sentences: { type: 'string' }, json: { type: 'string' } },
  });
  const sentences = readLabelled(values.sentences);
  if (sentences === null) {
    console.log('skipped: there is no ../shared/data/pii/sentences.ndjson');
    return;
  }
  const engine = openEngine(values.engine);
  const machine = machineFacts();
  console.log(`${machineLine(machine)}\n${engine.model}\n`);
  const scores = await scoreEngine(engine, sentences);
  console.log(`${scoreTable(scores)}\n`);
  const sets = await readPublicTexts();
  const masks: FalseMasks[] = [];
  for (const set of sets) masks.push(await countMasks(engine, set));
  for (const { name, words, masked, byTag } of masks)
    console.log(`${name}: ${masked} of ${words} words masked ${JSON.stringify(byTag)}`);
  const lists = [sentences.map(({ text }) => text), ...sets.map(({ texts }) => texts)];
  const speed = await measureSpeed(engine, lists);
  const goals = [...scoreGoals(scores), ...maskGoals(masks), speedGoal(speed)];
  console.log(`\n${goalTable(goals)}`);
  const byTag = Object.fromEntries(scores.byTag);
  await writeReport(values.json, { machine, scores: { ...scores, byTag }, masks, speed, goals });
}

void main();
