import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { openFileReport } from '../../../activities/documents/index-job/masking-report';
import { type FileLease, leaseFile } from '../../../activities/documents/index-job/file-lease';
import { maskingReportBlobs } from '../../../src/domain/documents/masking';
import { fileReportKeys, openReportKey, readReport } from '../../../src/masking-report';
import { type IndexJobRow } from '../../../src/stores/documents/index-jobs/index-job-kind';
import { endMaskedJob, fileMasking, maskedTexts, startMaskedJob } from '../../http/documents/masked-job';
import { type ActivityStack, newAttempt, startActivityStack } from '../activity-stack';

let stack: ActivityStack;
beforeAll(async () => {
  stack = await startActivityStack();
});
afterAll(() => stack.close());

const jobs = () => stack.mongo.db.collection<IndexJobRow>('jobs');
const row = async (jobId: string) => (await jobs().findOne({ _id: jobId }))!;
const start = (options: Parameters<typeof startMaskedJob>[2] = {}) => {
  const { stores, deps, organizationId } = stack;
  return startMaskedJob({ ...deps, stores }, { organizationId, environment: 'production' }, options);
};
const purge = () => stack.run('removeMaskingReports', undefined);
const isStored = async (key: string) =>
  stack.deps.blobs.stat(key).then(
    () => true,
    () => false,
  );

test('an attempt stores the report of a file and notes it, and one that has lost the file does not', async () => {
  const { jobId } = await start({ files: 1, indexed: 0 });
  const scratch = await mkdtemp(join(stack.deps.scratchFolder, 'report-'));
  const hold = async (): Promise<FileLease> => (await leaseFile(stack.deps, { jobId, file: 0 }, 'masking'))!;
  const write = async (held: FileLease) => {
    const report = openFileReport(stack.deps, held, scratch);
    for (const text of maskedTexts) await report.add(text);
    await report.note(fileMasking);
  };
  const lost = await newAttempt().run<[], FileLease, typeof hold>(hold);
  const held = await newAttempt().run<[], FileLease, typeof hold>(hold);
  await newAttempt().run(() => write(held));
  await expect(newAttempt().run(() => write(lost))).rejects.toThrow('another attempt has taken the file');

  const file = (await stack.stores.jobFiles.get(jobId, 0))!;
  expect(file.masking).toMatchObject(fileMasking);
  const { key } = (await row(jobId)).maskingReport!;
  const values = openReportKey(stack.deps.sealer, key!, jobId);
  const texts = [];
  for await (const text of await readReport(stack.deps.blobs, {
    folder: file.masking!.folder,
    part: 'chunks',
    values,
    near: true,
  }))
    texts.push(text);
  expect(texts).toEqual(maskedTexts.slice(1));
});

test('the end of a job sums up what was masked in the files that were indexed', async () => {
  const { jobId } = await start({ files: 3, indexed: 2 });
  await stack.run('finishIndexJob', { jobId, ending: 'done', message: null });
  const { maskingReport, completedAt } = await row(jobId);
  expect(maskingReport).toMatchObject({ totals: { EMAIL: 4 }, deletedAt: null });
  expect(maskingReport!.purgeAt!.getTime()).toBeGreaterThan(completedAt!.getTime());
});

test('a report stays until its time is over; then its objects, values and records go, and the rows stay', async () => {
  const [kept, expired] = [await start(), await start()];
  for (const { jobId } of [kept, expired]) await endMaskedJob(stack, jobId);
  await jobs().updateOne({ _id: expired.jobId }, { $set: { 'maskingReport.purgeAt': new Date(0) } });
  expect(await purge()).toEqual({ removed: 1, more: false });
  expect(await purge()).toEqual({ removed: 0, more: false });

  const keysOf = ({ jobId }: { jobId: string }) => fileReportKeys(maskingReportBlobs(jobId).file(0, 'token'));
  expect(await Promise.all(keysOf(kept).map(isStored))).toEqual([true, true]);
  expect(await Promise.all(keysOf(expired).map(isStored))).toEqual([false, false]);
  expect((await row(expired.jobId)).maskingReport).toMatchObject({ key: null, totals: { EMAIL: 2 } });
  const file = (await stack.stores.jobFiles.get(expired.jobId, 0))!;
  expect(file.masking).toBeUndefined();
  expect(file.state).toBe('completed');
});

test('what a killed deletion has left is removed', async () => {
  const { jobId } = await start();
  await endMaskedJob(stack, jobId);
  await stack.stores.indexJobs.deleteReport(jobId);
  expect(await purge()).toEqual({ removed: 1, more: false });
  expect(await isStored(fileReportKeys(maskingReportBlobs(jobId).file(0, 'token'))[0]!)).toBe(false);
});

test('a job is not forgotten before its report', async () => {
  const { jobId } = await start();
  await endMaskedJob(stack, jobId);
  await stack.stores.indexJobs.markCleaned(jobId);
  await jobs().updateOne({ _id: jobId }, { $set: { purgeAt: new Date(0) } });
  expect(await stack.run('removeOldIndexJobs', undefined)).toMatchObject({ removed: 0 });
  await jobs().updateOne({ _id: jobId }, { $set: { 'maskingReport.purgeAt': new Date(0) } });
  await purge();
  expect(await stack.run('removeOldIndexJobs', undefined)).toMatchObject({ removed: 1 });
});

test('a rollback removes the reports of its files and keeps their records', async () => {
  const { jobId, documentIds } = await start();
  await endMaskedJob(stack, jobId);
  await stack.stores.indexJobs.requestRollback(jobId);
  await stack.run('rollBackFiles', { jobId });
  const file = (await stack.stores.jobFiles.get(jobId, 0))!;
  expect(file.rollbacks).toMatchObject([{ documentId: documentIds[0] }]);
  expect(file.masking).toMatchObject({ counts: { EMAIL: 2 } });
  expect(await Promise.all(fileReportKeys(file.masking!.folder).map(isStored))).toEqual([false, false]);
});
