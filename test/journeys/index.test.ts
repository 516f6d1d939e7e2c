import { createBlobStore } from '../../src/blobs';
import { readConfig } from '../../src/config';
import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { type DocumentsPage } from '../../api/documents/documents/schema';
import { indexJobResource, rolledBackJob } from '../../api/documents/index-jobs/schema';
import { startStack } from '../setup/stack';
import { type Stack } from '../setup/stack-parts';
import { servers } from '../setup/servers';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const names = async (collection?: string) =>
  (await stack.documents(collection)).map(({ filename }) => filename).sort();

async function freshCollection(): Promise<string> {
  const name = `c-${Math.random().toString(36).slice(2)}`;
  await stack.createCollection(name);
  return name;
}

describe('a job that completes', () => {
  it('of a text has every field of the contract, and its document is there', async () => {
    const jobId = await stack.accepted(
      stack.index('text', {
        content: 'The pump needs oil every 500 hours.',
        filename: 'pump.txt',
        custom_metadata: { year: 2024 },
      }),
    );
    const job = await stack.indexed(jobId);
    expect(indexJobResource.parse(job)).toEqual(job);
    expect(job).toMatchObject({
      job_id: jobId,
      job_type: 'index_text',
      status: 'completed',
      collection_name: 'manuals',
      error_code: null,
      result: { files_indexed: 1, files_failed: 0, files_skipped: 0 },
      billing: { pages_processed: 1, credits: { used: 0.5, remaining: null }, processing_type: 'basic' },
      files_page: { limit: 50, next_cursor: null, total_estimated: 1 },
    });
    expect(job.files).toMatchObject([{ filename: 'pump.txt', status: 'completed', chunks: 1, attempts: 1 }]);
    const [document] = await stack.documents();
    expect(document).toMatchObject({ document_id: job.files[0]!.document_id, filename: 'pump.txt' });
  });

  it('of links, a form and uploads makes one document of each file', async () => {
    const collection = await freshCollection();
    stack.links.files.set('/guide.md', Buffer.from('# Guide\n\nTurn the valve.'));
    stack.links.files.set('/notes.txt', Buffer.from('Nothing to note.'));
    const { origin } = stack.links;
    const links = stack.accepted(
      stack.index('url', { urls: [`${origin}/guide.md`, `${origin}/notes.txt`] }, { collection }),
    );
    const form = new FormData();
    form.append('files', new Blob(['first part']), 'one.txt');
    form.append('files', new Blob(['second part']), 'two.txt');
    form.append('custom_metadata', '{"from":"form"}');
    const sent = stack.accepted(
      stack.api.request(`/v2/collections/${collection}/index/file`, { key: stack.key.text, body: form }),
    );
    const fileId = await stack.upload(Buffer.from('Region,Q1\nNorth,10\n'), { filename: 'sales.csv' });
    const uploads = stack.accepted(stack.index('uploads', { uploads: [fileId] }, { collection }));
    for (const jobId of [await links, await sent, await uploads]) {
      const job = await stack.indexed(jobId);
      expect(job).toMatchObject({ status: 'completed', error_code: null });
    }
    expect(await names(collection)).toEqual(['guide.md', 'notes.txt', 'one.txt', 'sales.csv', 'two.txt']);
  });

  it('leaves nothing of its work in the blob store, and no secret in its row', async () => {
    const jobId = await stack.accepted(stack.index('text', { content: 'left over?' }));
    await stack.indexed(jobId);
    const row = await stack.api.mongo.db.collection<{ _id: string }>('jobs').findOne({ _id: jobId });
    expect(row).toMatchObject({ credentials: null });
    await expect(
      createBlobStore(readConfig(stack.env)).stat(`indexing/${jobId}/0/x/input`),
    ).rejects.toThrow();
  });
});

describe('what is there already', () => {
  const text = (content: string, options = {}) => ({ content, filename: 'same.txt', ...options });
  let collection: string;
  beforeAll(async () => {
    collection = await freshCollection();
    await stack.indexed(await stack.accepted(stack.index('text', text('first'), { collection })));
  });

  const cases: [string, object, object][] = [
    ['the same file again is skipped', text('first'), { status: 'skipped', skip_reason: 'already_indexed' }],
    ['another file of the name fails', text('second'), { status: 'failed', error_code: 'name_conflict' }],
    [
      'the same file fails where nothing may be skipped',
      text('first', { skip_existing: false }),
      { status: 'failed', error_code: 'name_conflict' },
    ],
  ];
  it.each(cases)('%s', async (_, json, file) => {
    const job = await stack.indexed(await stack.accepted(stack.index('text', json, { collection })));
    expect(job.files).toMatchObject([file]);
    expect(await names(collection)).toEqual(['same.txt']);
  });

  it('is not taken for another upload of its name, nor are two of one job for each other', async () => {
    const upload = (content: string) => stack.upload(Buffer.from(content), { filename: 'same.txt' });
    const [other, first] = [await upload('another one'), await upload('first')];
    const ends = async (uploads: string[]) => {
      const accepted = stack.accepted(stack.index('uploads', { uploads }, { collection }));
      const { files } = await stack.indexed(await accepted);
      return files.map(({ error_code, skip_reason }) => error_code ?? skip_reason);
    };
    expect(await ends([other])).toEqual(['name_conflict']);
    expect(await ends([first, other, first])).toEqual([
      'already_indexed',
      'name_conflict',
      'duplicate_in_job',
    ]);
  });

  it('is overwritten when asked, under its old document id, and comes back when the job is rolled back', async () => {
    const [before] = await stack.documents(collection);
    const options = { skip_existing: false, overwrite_existing: true };
    const jobId = await stack.accepted(stack.index('text', text('second', options), { collection }));
    const job = await stack.indexed(jobId);
    expect(job).toMatchObject({ status: 'completed' });
    expect(await stack.documents(collection)).toMatchObject([{ document_id: before!.document_id }]);

    const answer = await stack.rollBack(jobId);
    expect(rolledBackJob.parse(answer.body)).toEqual(answer.body);
    expect(answer.body).toMatchObject({
      status: 'rolled_back',
      files_removed: [],
      files_restored: [before!.document_id],
    });
    expect((await stack.rollBack(jobId)).body).toEqual(answer.body);
    expect((await stack.indexJob(jobId)).body).toMatchObject({
      status: 'completed',
      rolled_back_at: answer.body.rolled_back_at,
    });
    expect(await names(collection)).toEqual(['same.txt']);
  });
});

describe('files of one name in different folders', () => {
  const paths = ['guide/install/index.md', 'guide/usage/index.md'];
  const overwriting = { skip_existing: false, overwrite_existing: true };

  it('are different documents, however they are sent, and each takes the place of its own former version', async () => {
    const collection = await freshCollection();
    for (const filename of paths)
      await stack.indexed(
        await stack.accepted(
          stack.index('text', { filename, content: `# ${filename}`, ...overwriting }, { collection }),
        ),
      );
    expect(await names(collection)).toEqual(paths);
    const uploads = await Promise.all(
      paths.map((filename) => stack.upload(Buffer.from(`# again ${filename}`), { filename })),
    );
    await stack.indexed(
      await stack.accepted(stack.index('uploads', { uploads, ...overwriting }, { collection })),
    );
    const form = new FormData();
    for (const path of paths) form.append('files', new Blob([`# form ${path}`]), path);
    form.append('skip_existing', 'false');
    form.append('overwrite_existing', 'true');
    const { body } = await stack.api.request<{ job_id: string }>(`/v2/collections/${collection}/index/file`, {
      key: stack.key.text,
      body: form,
    });
    const job = await stack.indexed(body.job_id);
    expect(job.files.map(({ filename, status }) => [filename, status])).toEqual(
      paths.map((path) => [path, 'completed']),
    );
    expect(await names(collection)).toEqual(paths);
  });
});

describe('files that fail', () => {
  it('fail alone, each with its code, and the job says so', async () => {
    const collection = await freshCollection();
    stack.links.files.set('/good.txt', Buffer.from('good'));
    stack.links.files.set('/empty.txt', Buffer.alloc(0));
    stack.links.files.set('/secret.txt', (_, response) => response.writeHead(403).end());
    const { origin } = stack.links;
    const urls = ['good.txt', 'empty.txt', 'secret.txt', 'none.txt', 'good.txt'].map(
      (name) => `${origin}/${name}`,
    );
    urls.push('http://10.0.0.1/a.txt');
    const job = await stack.indexed(await stack.accepted(stack.index('url', { urls }, { collection })));
    expect(job).toMatchObject({
      status: 'completed_with_errors',
      result: { files_indexed: 1, files_failed: 4, files_skipped: 1 },
    });
    expect(job.files.map(({ error_code, skip_reason }) => error_code ?? skip_reason)).toEqual([
      null,
      'empty_file',
      'access_denied',
      'not_found',
      'duplicate_in_job',
      'private_address',
    ]);
    expect(await names(collection)).toEqual(['good.txt']);
  });

  it('altogether make the job fail with all_files_failed', async () => {
    const job = await stack.indexed(
      await stack.accepted(stack.index('url', { url: `${stack.links.origin}/nothing.pdf` })),
    );
    expect(job).toMatchObject({ status: 'failed', error_code: 'all_files_failed', billing: null });
  });
});

describe('credentials in links', () => {
  const secret = 'abc123secret';

  it('are used to fetch the file, and shown nowhere', async () => {
    const collection = await freshCollection();
    let asked = '';
    const path = `/signed.txt?version=7&X-Amz-Credential=${secret}&X-Amz-Signature=${secret}`;
    stack.links.files.set(path, (request, response) => {
      asked = request.url ?? '';
      response.end('The signed pump.');
    });
    const urls = [`${stack.links.origin}${path}`, `${stack.links.origin}/none.txt?token=${secret}`];
    const job = await stack.indexed(await stack.accepted(stack.index('url', { urls }, { collection })));
    expect(asked).toBe(path);
    expect(job.files.map(({ status }) => status)).toEqual(['completed', 'failed']);
    const shown = `${stack.links.origin}/signed.txt?version=7&X-Amz-Credential=REDACTED&X-Amz-Signature=REDACTED`;
    expect(job.files[0]!.uri).toBe(shown);
    const id = job.files[0]!.document_id!;
    const asks: [string, unknown][] = [
      [`/v3/collections/${collection}/documents`, undefined],
      [`/v2/collections/${collection}/documents`, undefined],
      [`/v3/collections/${collection}/documents/${id}`, undefined],
      [`/v2/collections/${collection}/documents/${id}`, undefined],
      [`/v3/collections/${collection}/query`, { query: 'pump', include: { document: true } }],
      [`/v2/collections/${collection}/query`, { query: 'pump' }],
      ['/v2/queries?include=results,request,response&limit=25', undefined],
      ['/v2/jobs', undefined],
    ];
    const answers = [JSON.stringify(job)];
    for (const [ask, json] of asks) {
      const { status, text } = await stack.api.request(ask, {
        key: stack.key.text,
        ...(json === undefined ? {} : { json }),
      });
      expect([ask, status]).toEqual([ask, 200]);
      answers.push(text);
    }
    expect(answers.filter((text) => text.includes('REDACTED')).length).toBeGreaterThanOrEqual(6);
    const history = await stack.temporal.client.workflow.getHandle(`index-job/${job.job_id}`).fetchHistory();
    expect([...answers, JSON.stringify(history)].join('\n')).not.toContain(secret);
  });
});

describe('a bucket', () => {
  const { endpoint, accessKey, secretKey } = servers().s3;
  let bucketName: string;
  const request = (secret = secretKey) => ({
    endpoint_url: endpoint,
    bucket_name: bucketName,
    access_key_id: accessKey,
    secret_access_key: secret,
  });

  beforeAll(async () => {
    bucketName = `index-${randomUUID()}`;
    const credentials = { accessKeyId: accessKey, secretAccessKey: secretKey };
    const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
    await client.send(new CreateBucketCommand({ Bucket: bucketName }));
    for (const Key of ['top.txt', 'docs/a.txt', 'docs/deep/b.md'])
      await client.send(new PutObjectCommand({ Bucket: bucketName, Key, Body: `text of ${Key}` }));
    client.destroy();
  });

  it.each<[string, string, object, string[]]>([
    ['all of it', 's3compatible', {}, ['a.txt', 'b.md', 'top.txt']],
    ['a folder', 's3compatible/directory', { directory_path: '/docs' }, ['a.txt', 'b.md']],
    ['one object', 's3compatible/file', { file_uri: 'docs/a.txt' }, ['a.txt']],
  ])('is indexed: %s', async (_, route, fields, expected) => {
    const collection = await freshCollection();
    const sent = {
      ...request(),
      ...fields,
      ...('file_uri' in fields ? { file_uri: `s3://${bucketName}/docs/a.txt` } : {}),
    };
    const job = await stack.indexed(await stack.accepted(stack.index(route, sent, { collection })));
    expect(job).toMatchObject({ status: 'completed' });
    expect(await names(collection)).toEqual(expected);
    const path = `/v3/collections/${collection}/documents`;
    const { body } = await stack.api.request<DocumentsPage>(path, { key: stack.key.text });
    expect(body.documents.map(({ source }) => source.type)).toEqual(expected.map(() => 's3compatible'));
    const again = await stack.indexed(await stack.accepted(stack.index(route, sent, { collection })));
    expect(again).toMatchObject({ status: 'completed', result: { files_skipped: expected.length } });
  });

  it.each([
    [
      's3compatible/directory',
      { directory_path: 'dosc' },
      (name: string) => `${name} has no objects below dosc/.`,
    ],
    ['s3compatible/directory', { directory_path: 'docs' }, null],
  ])('without objects in the folder is a warning', async (route, fields, warning) => {
    const collection = await freshCollection();
    const sent = { ...request(), ...fields };
    const job = await stack.indexed(await stack.accepted(stack.index(route, sent, { collection })));
    const warnings = warning === null ? [] : [warning(bucketName)];
    expect(job).toMatchObject({ status: 'completed', warnings, result: { warnings } });
  });

  it('that refuses the credentials fails the job with its sentence, and no secret stays anywhere', async () => {
    const collection = await freshCollection();
    const secret = 'not-the-secret-of-this-bucket';
    const jobId = await stack.accepted(stack.index('s3compatible', request(secret), { collection }));
    const job = await stack.indexed(jobId);
    expect(job).toMatchObject({ status: 'failed', error_code: 'execution_failed' });
    expect(job.error_message).toContain('credentials');
    const run = stack.temporal.client.workflow.getHandle(`index-job/${jobId}`);
    await expect(run.result()).rejects.toMatchObject({ cause: { type: 'execution_failed' } });
    expect(JSON.stringify(await run.fetchHistory())).not.toContain(secret);
    expect(await stack.api.stores.indexJobs.get(jobId)).toMatchObject({ credentials: null, source: null });
  });
});

describe('a job of many files', () => {
  it('takes up max_files of them, and is shown page by page', async () => {
    const collection = await freshCollection();
    const urls = Array.from({ length: 12 }, (_, n) => {
      stack.links.files.set(`/many/${n}.txt`, Buffer.from(`file number ${n}`));
      return `${stack.links.origin}/many/${n}.txt`;
    });
    const jobId = await stack.accepted(stack.index('url', { urls, max_files: 5 }, { collection }));
    expect(await stack.indexed(jobId)).toMatchObject({
      status: 'completed',
      result: { files_indexed: 5, files_skipped: 7 },
    });
    const seen: string[] = [];
    let query = '?files_limit=5';
    for (;;) {
      const { body } = await stack.indexJob(jobId, query);
      seen.push(...body.files.map(({ filename }) => filename));
      if (body.files_page.next_cursor === null) break;
      query = `?files_limit=5&files_cursor=${body.files_page.next_cursor}`;
    }
    expect(seen).toEqual(Array.from({ length: 12 }, (_, n) => `${n}.txt`));
  });
});

describe('cancelling', () => {
  it('by the end of the collection ends its files as cancelled, also where the run was not told', async () => {
    const collection = await freshCollection();
    stack.links.files.set('/before.txt', Buffer.from('before'));
    let send: (() => void) | undefined;
    const asked = new Promise<void>((resolve) => {
      stack.links.files.set('/late.txt', (_, response) => {
        send = () => response.end('late');
        resolve();
      });
    });
    const urls = [`${stack.links.origin}/before.txt`, `${stack.links.origin}/late.txt`];
    const jobId = await stack.accepted(stack.index('url', { urls }, { collection }));
    await stack.indexJobWhen(jobId, ({ files }) => files[0]?.status === 'completed');
    await asked;
    const { organizationId } = stack.key;
    await stack.api.stores.collections.remove({ organizationId, environment: 'production' }, collection);
    send!();
    const job = await stack.indexed(jobId);
    expect(job).toMatchObject({ status: 'cancelled', error_code: null });
    expect(job.files.map(({ status, error_code }) => [status, error_code])).toEqual([
      ['completed', null],
      ['cancelled', null],
    ]);
  });

  it('ends a running job once its files have stopped; what was indexed stays', async () => {
    const collection = await freshCollection();
    stack.links.files.set('/quick.txt', Buffer.from('quick'));
    stack.links.files.set('/hangs.txt', () => undefined);
    const urls = [`${stack.links.origin}/quick.txt`, `${stack.links.origin}/hangs.txt`];
    const jobId = await stack.accepted(stack.index('url', { urls }, { collection }));
    await stack.indexJobWhen(jobId, ({ files }) => files[0]?.status === 'completed');
    const answer = await stack.api.request(`/v2/jobs/${jobId}`, { method: 'DELETE', key: stack.key.text });
    expect(answer).toMatchObject({ status: 200, body: { job_id: jobId } });
    const job = await stack.indexed(jobId);
    expect(job).toMatchObject({ status: 'cancelled', cancelled_by: stack.key.keyId });
    expect(job.files.map(({ status }) => status)).toEqual(['completed', 'cancelled']);
    expect(await names(collection)).toEqual(['quick.txt']);

    const again = await stack.api.request(`/v2/jobs/${jobId}`, { method: 'DELETE', key: stack.key.text });
    expect(again.body).toMatchObject({ status: 'cancelled', cancelled_at: null });
  });
});
