import { parseArgs } from 'node:util';
import { type PiiEngine } from 'personal-data';
import { machineFacts, machineLine } from '../../../bench/machine';
import { readLabelled } from './labelled-sentences';
import { openEngine, scoreEngine, scoreTable } from './measure';
import { type TokenScores } from './score-tokens';

/** An engine, and what it found in the labelled sentences. */
export interface ScoredEngine {
  engine: PiiEngine;
  machine: ReturnType<typeof machineFacts>;
  /** Texts of the labelled sentences. */
  texts: string[];
  scores: TokenScores;
  /** File that the report is written to; undefined: none. */
  json: string | undefined;
  /** Whether texts that are only counted are measured too. */
  withBlind: boolean;
}

/**
 * Scores the engine that the command line names in labelled sentences, and prints the scores:
 * `--engine patterns --sentences <file> --json <file> --blind`.
 *
 * @returns null where the sentences are absent; a line says so
 */
export async function scoreLabelled(): Promise<ScoredEngine | null> {
  const { values } = parseArgs({
    options: {
      engine: { type: 'string' },
      sentences: { type: 'string' },
      json: { type: 'string' },
      blind: { type: 'boolean', default: false },
    },
  });
  const sentences = readLabelled(values.sentences);
  if (sentences === null) {
    console.log('skipped: there is no ../shared/data/pii/sentences.ndjson');
    return null;
  }
  const engine = openEngine(values.engine);
  const machine = machineFacts();
  console.log(`${machineLine(machine)}\n${engine.model}\n`);
  const scores = await scoreEngine(engine, sentences);
  console.log(scoreTable(scores));
  return {
    engine,
    machine,
    texts: sentences.map(({ text }) => text),
    scores,
    json: values.json,
    withBlind: values.blind,
  };
}
