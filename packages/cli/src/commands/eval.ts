import { Command } from 'commander';
import { type components, uploadCases, waitForJob } from 'sheaf-client';
import { fileAt } from 'sheaf-client/node';
import { EXIT } from '../exit-codes.js';
import { jsonFile } from '../json-argument.js';
import { openSession, type Session } from '../session.js';

type Evaluation = components['schemas']['Evaluation'];
type Config = components['schemas']['EvaluationConfig'];

/** Configurations of an evaluation when the caller gives none. */
const defaultConfigs: Config[] = [{ name: 'default' }];

export function evalCommand(): Command {
  const evaluations = new Command('eval').description('Evaluations of queries');
  evaluations
    .command('run')
    .description('Ask a collection the cases of a file, and show how well they were answered')
    .argument('<collection>')
    .argument('<cases>', 'NDJSON: {"query": "…", "expected_files": ["…"]} on each line')
    .option(
      '--config <file>',
      'JSON: one configuration or a list; a v3 query with a name in place of its query',
    )
    .option('--no-wait', 'print the id of the evaluation and go')
    .action(async (collection: string, cases: string, options: RunOptions, command: Command) => {
      const session = openSession(command);
      const { sheaf, output, signal } = session;
      const configs = options.config === undefined ? defaultConfigs : await configsOf(options.config);
      const upload = await uploadCases(sheaf, collection, await fileAt(cases), { signal });
      const started = await sheaf.post('/v3/collections/{collection_name}/evals', {
        params: { path: { collection_name: collection } },
        body: { upload_id: upload, configs },
        signal,
      });
      if (options.wait) await show(session, await ended(session, started.eval_id));
      else
        await output.show(started, {
          head: ['evaluation', 'status'],
          rows: [[started.eval_id, started.status]],
        });
    });
  return evaluations;
}

interface RunOptions {
  config?: string;
  wait: boolean;
}

async function configsOf(file: string): Promise<Config[]> {
  const given = await jsonFile(file);
  // The service refuses an invalid configuration.
  return [given].flat() as Config[];
}

async function ended({ sheaf, output, signal }: Session, id: string): Promise<Evaluation> {
  const bar = output.bar('queries');
  return waitForJob(sheaf, 'evaluation', id, {
    signal,
    onProgress: ({ progress }) => {
      bar.update(progress.units_done, progress.units_total);
    },
  }).finally(bar.end);
}

const figures = [
  'recall_at_1',
  'recall_at_3',
  'recall_at_10',
  'mrr',
  'ndcg_at_10',
  'latency_p50_ms',
  'latency_p95_ms',
  'scored',
  'failed',
  'error',
] as const;

/**
 * Shows a row for each configuration; on standard error, the comparison of each pair and the cases without an
 * answer.
 */
async function show({ output }: Session, evaluation: Evaluation): Promise<void> {
  const rows = Object.entries(evaluation.scorecards ?? {}).map(([name, card]) => [
    name,
    ...figures.map((figure) => rounded(card[figure])),
  ]);
  await output.show(evaluation, { head: ['configuration', ...figures], rows });
  const comparisons = evaluation.comparisons ?? [];
  if (comparisons.length > 0)
    process.stderr.write('Differences in the share of questions that found an expected document:\n');
  for (const { a, b, difference, ci95, questions } of comparisons) {
    const interval = ci95 === null ? '' : ` (95 %: ${ci95.map(rounded).join(' to ')})`;
    const text = difference === null ? 'not comparable' : `${rounded(difference)}${interval}`;
    process.stderr.write(`  ${b} against ${a}: ${text}, ${questions} questions\n`);
  }
  if (evaluation.status === 'completed_with_errors') {
    process.stderr.write(`${evaluation.eval_id}: some queries were not answered\n`);
    process.exitCode = EXIT.jobFailed;
  }
}

/** Rounds to four decimal places. */
const rounded = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 10_000) / 10_000;
