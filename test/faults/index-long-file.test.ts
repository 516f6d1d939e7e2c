import { type IndexJobResource } from '../../api/documents/index-jobs/schema';
import { type AcceptedIndexJob } from '../../api/documents/indexing/schema';
import { line, makePdf, stream } from '../../packages/document-reader/test/pdf/make-pdf';
import { type OwnStack, startOwnStack } from '../setup/own-stack';

let stack: OwnStack;
beforeAll(async () => {
  stack = await startOwnStack();
});
afterAll(() => stack.close());

/**
 * Pages whose images are all looked at take seconds; the padding keeps the file out of the step of small
 * ones.
 */
const pageCount = 24;
const pages = Array.from({ length: pageCount }, (_, n) => ({
  content: Array.from({ length: 40 }, (_line, l) =>
    line(`Page ${n} of the pump, line ${l}`, 72, 750 - l * 16),
  ).join('\n'),
}));
const longPdf = makePdf(pages, '', [String(stream('x'.repeat(256 * 1024)))]);

/** What the job says of its file; the numbers of pages come together. */
function readingOf({ files }: IndexJobResource): { read: number; total: number } | null {
  const { pages_read: read, pages_total: total } = files[0] ?? { pages_read: null, pages_total: null };
  expect(read === null).toBe(total === null);
  return read === null || total === null ? null : { read, total };
}

it('a job tells the pages of a long file while it reads them, also after its worker was killed', async () => {
  const form = new FormData();
  form.append('files', new Blob([longPdf]), 'long.pdf');
  form.append('processing_type', 'advanced');
  const path = '/v2/collections/manuals/index/file';
  const jobId = await stack.accepted(
    stack.api.request<AcceptedIndexJob>(path, { key: stack.key.text, body: form }),
  );
  const told: { read: number; total: number }[] = [];
  const isRead = (job: IndexJobResource) => {
    const reading = readingOf(job);
    if (reading !== null) told.push(reading);
    return reading !== null || job.completed_at !== null;
  };
  const worker = await stack.startWorker();
  expect(readingOf(await stack.indexJobWhen(jobId, isRead))).not.toBeNull();
  await worker.sigkill();

  await stack.startWorker();
  const job = await stack.indexJobWhen(jobId, (now) => isRead(now) && now.completed_at !== null);
  expect(job).toMatchObject({ status: 'completed', billing: { pages_processed: pageCount } });
  expect(job.files).toMatchObject([{ pages: pageCount, pages_read: null, pages_total: null }]);
  for (const { read, total } of told) {
    expect(total).toBe(pageCount);
    expect(read).toBeLessThanOrEqual(total);
  }
});
