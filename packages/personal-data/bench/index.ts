import type { PiiEngine } from 'personal-data';
import { boundGoal, type Goal, goalTable } from '../../../bench/goal';
import { writeReport } from '../../../bench/write-report';
import { measureSpeed, scoreGoals, speedGoal } from './measure';
import { type CaseScores, scoreCases } from './score-cases';
import { scoreLabelled } from './score-labelled';
import { scoreWritten, writtenGoals, writtenTable } from './written/score';
import { writeTexts } from './written/texts';

const developedSeed = 11;
/** Seed of the texts that are only counted. It changes when their figures were compared while rules were made. */
const blindSeed = 620_411;
const blindRounds = 12;

const caseGoals = (cases: CaseScores | null): Goal[] =>
  cases === null ? [] : [boundGoal('short texts that fail', 'at most', 0, cases.failed.length)];

/**
 * How well and how fast personal data is found in labelled sentences: precision, recall and F2 of tokens by
 * tag; short texts with signs, neighbours and numbers that are
 * hard; letters, tickets, tables, chats and mails in seven languages; words a second.
 *
 * `npm run bench -w personal-data [-- --engine patterns --sentences <file> --json <file> --blind]`
 *
 * `--blind` also measures the texts that are only counted. It is for figures of what is final, since choices by
 * these figures would make them meaningless.
 *
 * Measures what `../shared/data` holds, or nothing where it is absent. Ends with exit code 0: a bench is no
 * test.
 */
async function main(): Promise<void> {
  const scored = await scoreLabelled();
  if (scored === null) return;
  const { engine, machine, texts, scores, json, withBlind } = scored;
  const speed = await measureSpeed(engine, [texts]);
  const cases = await scoreCases(engine);
  for (const { folder, id, masked } of cases?.failed ?? []) console.log(`${folder} ${id}: ${masked}`);
  const developed = await scoreWritten(engine, writeTexts('developed', developedSeed, 1));
  for (const fault of developed.faults) console.log(fault);
  console.log(`\n${writtenTable('developed', developed)}`);
  const blind = withBlind ? await scoreBlind(engine) : [];
  const goals = [...scoreGoals(scores), ...caseGoals(cases), ...blind, speedGoal(speed)];
  console.log(`\n${goalTable(goals)}`);
  const byTag = Object.fromEntries(scores.byTag);
  await writeReport(json, { machine, scores: { ...scores, byTag }, cases, speed, goals });
}

/** Goals of the texts that are only counted, of which this prints figures and no faults. */
async function scoreBlind(engine: PiiEngine): Promise<Goal[]> {
  const goals: Goal[] = [];
  for (const part of ['counted', 'unseen'] as const) {
    const scores = await scoreWritten(engine, writeTexts(part, blindSeed, blindRounds));
    console.log(`\n${writtenTable(part, scores)}`);
    goals.push(...writtenGoals(part, scores));
  }
  return goals;
}

void main();
