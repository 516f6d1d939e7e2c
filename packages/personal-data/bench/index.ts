import { parseArgs } from 'node:util';
import { goalTable } from '../../../bench/goal';
import { machineFacts, machineLine } from '../../../bench/machine';
import { writeReport } from '../../../bench/write-report';
import { readLabelled } from './labelled-sentences';
import { measureSpeed, openEngine, scoreEngine, scoreGoals, scoreTable, speedGoal } from './measure';

/**
 * How well and how fast personal data is found in labelled sentences: precision, recall and F2 of tokens by
 * tag; words a second.
 *
 * `npm run bench -w personal-data [-- --engine patterns --sentences <file> --json <file>]`
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
  console.log(scoreTable(scores));
  const speed = await measureSpeed(engine, [sentences.map(({ text }) => text)]);
  const goals = [...scoreGoals(scores), speedGoal(speed)];
  console.log(`\n${goalTable(goals)}`);
  const byTag = Object.fromEntries(scores.byTag);
  await writeReport(values.json, { machine, scores: { ...scores, byTag }, speed, goals });
}

void main();
