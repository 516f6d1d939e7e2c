import { Command } from 'commander';
import { listItems, rollBackJob, waitForJob } from 'sheaf-client';
import { countOf } from '../count-argument.js';
import { firstItems } from '../first-items.js';
import { EXIT } from '../exit-codes.js';
import { openSession } from '../session.js';

export function jobsCommand(): Command {
  const jobs = new Command('jobs').description('Indexing jobs');
  jobs
    .command('ls')
    .description('List jobs, newest first')
    .option('--limit <count>', 'the newest so many', countOf, 50)
    .action(async ({ limit }: { limit: number }, command: Command) => {
      const { sheaf, output, signal } = openSession(command);
      const found = await firstItems(listItems(sheaf, '/v2/jobs', { signal }), limit);
      const rows = found.map((job) => [job.job_id, job.status, job.collection_name, job.created_at]);
      await output.show(found, { head: ['job', 'status', 'collection', 'created'], rows });
    });
  jobs
    .command('watch')
    .description('Wait for the end of a job; exit code 7 when it or a file of it fails')
    .argument('<job>')
    .action(async (id: string, _, command: Command) => {
      const { sheaf, output, signal } = openSession(command);
      const bar = output.bar('files');
      const job = await waitForJob(sheaf, 'index', id, {
        signal,
        onProgress: ({ progress }) => {
          bar.update(progress.files_processed, progress.files_total);
        },
      }).finally(() => {
        bar.end();
      });
      await output.show(job, { head: ['job', 'status'], rows: [[job.job_id, job.status]] });
      const { files_failed: failed, files_total: total } = job.progress;
      if (failed > 0) {
        process.stderr.write(`${job.job_id}: ${failed} of ${total} files failed\n`);
        process.exitCode = EXIT.jobFailed;
      }
    });
  jobs
    .command('cancel')
    .description('Cancel a job')
    .argument('<job>')
    .action(async (id: string, _, command: Command) => {
      const { sheaf, output, signal } = openSession(command);
      const answer = await sheaf.delete('/v2/jobs/{job_id}', { params: { path: { job_id: id } }, signal });
      await output.show(answer, { head: ['job', 'status'], rows: [[id, answer.status]] });
    });
  jobs
    .command('rollback')
    .description('Take back what a job has indexed, and wait for it')
    .argument('<job>')
    .action(async (id: string, _, command: Command) => {
      const { sheaf, output, signal } = openSession(command);
      const answer = await rollBackJob(sheaf, id, { signal });
      await output.show(answer, { head: ['job', 'state'], rows: [[id, 'rolled back']] });
    });
  return jobs;
}
