import { boundGoal, type Goal, goalTable } from '../../../bench/goal';
import { writeReport } from '../../../bench/write-report';
import { measureSpeed, scoreGoals, speedGoal } from './measure';
import { type CaseScores, scoreCases } from './score-cases';
import { scoreLabelled } from './score-labelled';
import { scoreWritten, writtenGoals, writtenTable } from './written/score';
import { writeTexts } from './written/texts';

const developedSeed = 11;
/** Another seed than that of the half to develop with, whose faults are read. */
const countedSeed = 9173;
const countedRounds = 12;

const caseGoals = (cases: CaseScores | null): Goal[] =>
  cases === null ? [] : [boundGoal('short texts that fail', 'at most', 0, cases.failed.length)];

/**
 * How well and how fast personal data is found in labelled sentences: precision, recall and F2 of tokens by
 * tag; short texts with signs, neighbours and numbers that are
 * hard; letters, tickets, tables, chats and mails in seven languages; words a second.
 *
 * `npm run bench -w personal-data [-- --engine patterns --sentences <file> --json <file>]`
 *
 * Measures what `../shared/data` holds, or nothing where it is absent. Ends with exit code 0: a bench is no
 * test.
 */
async function main(): Promise<void> {
  const scored = await scoreLabelled();
  if (scored === null) return;
  const { engine, machine, texts, scores, json } = scored;
  const speed = await measureSpeed(engine, [texts]);
  const cases = await scoreCases(engine);
  for (const { folder, id, masked } of cases?.failed ?? []) console.log(`${folder} ${id}: ${masked}`);
  for (const fault of (await scoreWritten(engine, writeTexts('developed', developedSeed, 1))).faults)
    console.log(fault);
  const written = await scoreWritten(engine, writeTexts('counted', countedSeed, countedRounds));
  console.log(`\n${writtenTable(written)}`);
  const goals = [...scoreGoals(scores), ...caseGoals(cases), ...writtenGoals(written), speedGoal(speed)];
  console.log(`\n${goalTable(goals)}`);
  const byTag = Object.fromEntries(scores.byTag);
  await writeReport(json, { machine, scores: { ...scores, byTag }, cases, speed, goals });
}

void main();
