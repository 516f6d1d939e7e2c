import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseRunId } from '../src/domain/documents/run-ids';
import { EmbeddedFailure } from './failure';
import { projectRoot } from './project-root';
import { timed } from './report';
import { runUntilSignal } from './run-until-signal';
import { setting } from './setting';
import { type Stack, startStack } from './stack';
import { type ApiAccess, firstChunks, followJob, startJob, upload } from './try/api-client';
import { formatChunks } from './try/chunk-rows';
import { indexFiles, query } from './try/collection-calls';
import { maskLetter } from './try/mask-letter';
import { createProgressDisplay } from './try/progress';
import { formatHits } from './try/query-rows';
import { searchShop } from './try/search-shop';

const shownChunksMax = 40;
const defaultWidth = 140;
const interruptedCode = 130;
/** Files that outlive a run, so that its addresses stay the same in the next one. */
const keptEntries = new Set(['lock', 'logs', 'ports.json', 'processes.json']);

/**
 * Shows the main jobs once: starts a stack, parses the workbook `file` (the one of `examples/` by default)
 * and prints its chunks, indexes the files of `examples/`, asks them something and prints what was found,
 * masks the personal data of a letter, builds the product index of `examples/` and searches it, then stops
 * everything. Answers the exit code.
 */
export function tryOut(file: string | undefined): Promise<number> {
  const startedAt = performance.now();
  return runUntilSignal(async (controller) => {
    const workbook = resolveWorkbook(file);
    const dataFolder = setting('DATA_DIR') ?? path.join('.data', 'try');
    const options = { dataFolder, port: 0, report: console.log, controller, prepare: removeFormerRun };
    const stack = await startStack(options);
    try {
      const access = { ...stack, signal: controller.signal };
      await Promise.race([parse(workbook, access, stack), failure(stack)]);
      await Promise.race([search(access), failure(stack)]);
      await Promise.race([maskLetter(access, console.log), failure(stack)]);
      await Promise.race([searchShop(access, console.log), failure(stack)]);
      console.log(`Open them again with: DATA_DIR=${dataFolder} npm start`);
    } finally {
      await stack.stop();
    }
    console.log(`\nDone in ${((performance.now() - startedAt) / 1000).toFixed(1)} s, everything is stopped.`);
    return 0;
  }, interruptedCode);
}

function resolveWorkbook(file: string | undefined): string {
  const workbook = file === undefined ? exampleWorkbook() : path.resolve(file);
  if (statSync(workbook, { throwIfNoEntry: false })?.isFile() === true) return workbook;
  throw new EmbeddedFailure(
    `${workbook} is not a file: name a spreadsheet, as in npm run try -- path/to/file.xlsx`,
  );
}

function exampleWorkbook(): string {
  const folder = path.join(projectRoot, 'examples');
  const name = readdirSync(folder).find((candidate) => candidate.endsWith('.xlsx'));
  if (name === undefined) throw new EmbeddedFailure(`There is no workbook in ${folder}.`);
  return path.join(folder, name);
}

function removeFormerRun(folder: string): void {
  for (const entry of readdirSync(folder)) {
    if (!keptEntries.has(entry)) rmSync(path.join(folder, entry), { recursive: true, force: true });
  }
}

async function failure(stack: Stack): Promise<never> {
  throw new EmbeddedFailure(await stack.failed);
}

async function parse(workbook: string, access: ApiAccess, stack: Stack): Promise<void> {
  const fileId = await timed(console.log, `Uploaded ${path.relative('', workbook)}`, () =>
    upload(access, workbook),
  );
  const { job_id: jobId, status_url: statusUrl } = await startJob(access, fileId);
  const display = createProgressDisplay(process.stdout);
  const job = await timed(console.log, `Parsed as job ${jobId}`, () =>
    followJob(access, statusUrl, (seen) => {
      display.show(seen);
    }).finally(() => {
      display.end();
    }),
  );
  if (job.status !== 'completed') {
    throw new EmbeddedFailure(`The job ended ${job.status}: ${job.message ?? 'no reason was given.'}`);
  }
  const { chunks } = await firstChunks(access, statusUrl, shownChunksMax);
  console.log(`\n${formatChunks(chunks, process.stdout.columns || defaultWidth)}\n`);
  const left = (job.result?.chunk_count ?? chunks.length) - chunks.length;
  if (left > 0) console.log(`… and ${left} more chunks\n`);
  console.log(`API docs     ${stack.apiUrl}/docs`);
  if (stack.temporalUiUrl !== undefined) {
    const workflowId = encodeURIComponent(parseRunId(jobId));
    console.log(`The job's run ${stack.temporalUiUrl}/namespaces/default/workflows/${workflowId}`);
  }
}

/** Files that are indexed, each with a kind to filter by. */
const indexed = [
  { name: 'quarterly-report.xlsx', kind: 'report' },
  { name: 'pump-manual.pdf', kind: 'manual' },
  { name: 'service-agreement.html', kind: 'contract' },
];
const question = {
  query: 'the pump leaks, who repairs it and how?',
  filter: { kind: { $in: ['manual', 'contract'] } },
  semantic_ratio: 0.5,
  limit: 5,
};

async function search(access: ApiAccess): Promise<void> {
  const files = indexed.map(({ name, kind }) => ({ path: path.join(projectRoot, 'examples', name), kind }));
  await timed(console.log, `Indexed ${indexed.map(({ name }) => name).join(', ')}`, () =>
    indexFiles(access, files),
  );
  const answer = await query(access, question);
  const { results, execution_time_ms: ms } = answer;
  console.log(
    `\n"${question.query}", filter ${JSON.stringify(question.filter)}: ${results.length} results in ${ms} ms\n`,
  );
  console.log(`${formatHits(results, process.stdout.columns || defaultWidth)}\n`);
}
