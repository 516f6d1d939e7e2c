import { parseArgs } from 'node:util';
import { createClassifier, createPatterns, type PiiEngine, type PiiSpan } from '../src/privacy';
import { boundGoal, type Goal, goalTable } from './goal';
import { machineFacts, machineLine } from './machine';
import { type LabelledSentence, readLabelled } from './masking/labelled-sentences';
import { type PublicTexts, readPublicTexts } from './masking/public-texts';
import { type Counts, f2, precision, recall, scoreTokens, type TokenScores } from './masking/score-tokens';
import { textTable } from './text-table';
import { writeReport } from './write-report';

const FORMED_TAGS = ['EMAIL', 'CREDIT_CARD', 'IBAN', 'IP_ADDRESS'];
const speedRounds = 5;
const wordsInSpeedRound = 300_000;
const { signal } = new AbortController();

const share = (value: number | undefined): string => (value === undefined ? '-' : value.toFixed(3));
const wordsOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + (text.match(/\S+/g)?.length ?? 0), 0);

function scoreTable({ byTag, exact, any }: TokenScores): string {
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

/** Words a second of processor time, the best of some rounds over texts of both kinds. */
async function measureSpeed(engine: PiiEngine, texts: readonly string[]): Promise<number> {
  let best = 0;
  for (let round = 0; round < speedRounds; round++) {
    const before = process.cpuUsage();
    await engine.find(texts, signal);
    const { user, system } = process.cpuUsage(before);
    best = Math.max(best, wordsOf(texts) / ((user + system) / 1e6));
  }
  return best;
}

function speedTexts(sentences: readonly LabelledSentence[], sets: readonly PublicTexts[]): string[] {
  const texts: string[] = [];
  let words = 0;
  for (const list of [sentences.map(({ text }) => text), ...sets.map((set) => set.texts)])
    for (const text of list) {
      if (words > wordsInSpeedRound) return texts;
      texts.push(text);
      words += wordsOf([text]);
    }
  return texts;
}

function maskingGoals(scores: TokenScores, masks: readonly FalseMasks[], speed: number): Goal[] {
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
  for (const { name, words, masked } of masks)
    if (words > 0)
      goals.push(boundGoal(`masked of 1,000 words, ${name}`, 'below', 1, (masked / words) * 1000));
  goals.push(boundGoal('words a second and core', 'at least', 300_000, speed));
  return goals;
}

/**
 * How well and how fast the classifier finds personal data: precision, recall and F2 of tokens by tag on
 * labelled sentences; masked words in texts that hold hardly any personal data; words a second.
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
  const engine =
    values.engine === 'patterns'
      ? createPatterns()
      : createClassifier({ fields: [], instructions: null }, { embed: () => Promise.resolve([]) });
  const machine = machineFacts();
  console.log(`${machineLine(machine)}\n${engine.model}\n`);
  const found: readonly (readonly PiiSpan[])[] = await engine.find(
    sentences.map(({ text }) => text),
    signal,
  );
  const scores = scoreTokens(sentences, found);
  console.log(`${scoreTable(scores)}\n`);
  const sets = await readPublicTexts();
  const masks: FalseMasks[] = [];
  for (const set of sets) masks.push(await countMasks(engine, set));
  for (const { name, words, masked, byTag } of masks)
    console.log(`${name}: ${masked} of ${words} words masked ${JSON.stringify(byTag)}`);
  const speed = await measureSpeed(engine, speedTexts(sentences, sets));
  const goals = maskingGoals(scores, masks, speed);
  console.log(`\n${goalTable(goals)}`);
  await writeReport(values.json, {
    machine,
    scores: { ...scores, byTag: Object.fromEntries(scores.byTag) },
    masks,
    speed,
    goals,
  });
}

void main();
