import { type IndexStack, startIndexStack } from '../setup/index-stack';
import { type ProgramProcess } from '../setup/program-process';

const files = 30;

describe('a worker that is killed with SIGKILL in the middle of an indexing job', () => {
  let stack: IndexStack;
  let worker: ProgramProcess;
  let urls: string[];

  beforeAll(async () => {
    stack = await startIndexStack();
    worker = await stack.startWorker();
    urls = Array.from({ length: files }, (_, n) => {
      const text = `# File ${n}\n\n${`Sentence ${n} of a text that is long enough for more than one chunk. `.repeat(30)}`;
      stack.links.files.set(`/f/${n}.md`, Buffer.from(text));
      return `${stack.links.origin}/f/${n}.md`;
    });
  }, 180_000);
  afterAll(() => stack.close(), 30_000);

  it.each([1, 10, 20])(
    'after %i files: the job completes once, every file is one document with all its chunks, nothing else is left',
    async (after) => {
      const collection = `killed-${after}`;
      await stack.createCollection(collection);
      const jobId = await stack.accepted(stack.index('url', { urls }, { collection }));
      await stack.indexJobWhen(jobId, ({ progress }) => progress.files_processed >= after);
      await worker.sigkill();
      worker = await stack.startWorker();

      const job = await stack.indexed(jobId);
      expect(job).toMatchObject({
        status: 'completed',
        result: { files_indexed: files, files_failed: 0, files_skipped: 0 },
      });
      const documents = await stack.documents(collection);
      expect(documents.map(({ filename }) => filename).sort()).toEqual(
        urls.map((url) => url.slice(url.lastIndexOf('/') + 1)).sort(),
      );
      const page = await stack.indexJob(jobId, '?files_limit=500');
      const chunks = new Map(page.body.files.map(({ document_id, chunks: count }) => [document_id, count]));
      for (const { document_id, chunk_count } of documents) expect(chunks.get(document_id)).toBe(chunk_count);

      const { db } = stack.api.mongo;
      const versions = await db.collection('documents').find({ jobId }).toArray();
      expect(versions).toHaveLength(files);
      expect(versions.every(({ added }) => added !== null)).toBe(true);
      const rows = await db
        .collection('chunks')
        .countDocuments({ versionId: { $in: versions.map(({ _id }) => _id as unknown as string) } });
      expect(rows).toBe([...chunks.values()].reduce((sum, count) => sum + count, 0));
      await stack.temporal.client.workflow.getHandle(`index-job/${jobId}`).result();
    },
    300_000,
  );
});
