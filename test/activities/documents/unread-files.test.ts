import { type FileParser } from '../../../src/parsing';
import { type ActivityStack, startActivityStack } from '../activity-stack';
import { startFileJob } from './file-job';

let stack: ActivityStack;
beforeAll(async () => {
  stack = await startActivityStack();
});
afterAll(() => stack.close());
afterEach(() => stack.stores.credits.setBalance(stack.organizationId, null));

/** A parser that notes the files it is given. */
function notingParser(): { read: string[]; fileParser: FileParser } {
  const { fileParser } = stack.deps;
  const read: string[] = [];
  return {
    read,
    fileParser: {
      ...fileParser,
      parseFile(request, hooks) {
        read.push(request.filename);
        return fileParser.parseFile(request, hooks);
      },
    },
  };
}

it('a file is not read for an organization that cannot pay for a page, and read once it can', async () => {
  const { jobId } = await startFileJob(stack, [['a.txt', Buffer.from('The lock opens at dawn.')]]);
  const { read, fileParser } = notingParser();
  const ref = { jobId, file: 0 };
  await stack.stores.credits.setBalance(stack.organizationId, 0);
  await expect(stack.run('parseFile', ref, { deps: { fileParser } })).rejects.toMatchObject({
    type: 'insufficient_credits',
    nonRetryable: true,
  });
  expect(read).toEqual([]);
  await stack.stores.credits.setBalance(stack.organizationId, 0.5);
  await expect(stack.run('parseFile', ref, { deps: { fileParser } })).resolves.toBe('go_on');
  expect(read).toEqual(['a.txt']);
});

it('a file that the collection has already is skipped without being read, whatever credits are left', async () => {
  const content = Buffer.from('The lock opens at dawn.');
  const { jobId, collection } = await startFileJob(stack, [['a.txt', content]]);
  const { read, fileParser } = notingParser();
  const [row] = await stack.stores.jobFiles.page(jobId, -1, 1);
  const version = await stack.documentWrites.open({
    collectionId: collection._id,
    attemptKey: 'former',
    head: {
      identity: row!.identity,
      contentSha256: row!.input!.sha256,
      filename: 'a.txt',
      contentType: 'text/plain',
      fileType: 'txt',
      fileSize: content.length,
      modality: 'document',
      source: { type: 'file', uri: null },
      title: null,
      custom: {},
      jobId: 'job_former',
      syncId: null,
    },
    embedding: { model: 'test', dimensions: 3 },
  });
  const tail = { chunkCount: 0, pageCount: 1, hasOcr: false, tags: [], summary: null, languages: {} };
  await stack.documentWrites.publish([{ version, tail }], { overwrite: false });
  await stack.stores.credits.setBalance(stack.organizationId, 0);
  await expect(stack.run('parseFile', { jobId, file: 0 }, { deps: { fileParser } })).resolves.toBe('ended');
  expect(read).toEqual([]);
  const [ended] = await stack.stores.jobFiles.page(jobId, -1, 1);
  expect(ended).toMatchObject({ state: 'skipped', skipReason: 'already_indexed' });
});
