import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { type AcceptedIndexJob } from '../../../api/documents/indexing/schema';
import { type IndexJobResource } from '../../../api/documents/index-jobs/schema';
import { filesBelow } from '../../faults/blob-folder';
import { fileReader } from '../../parsing/document/file-reader';
import { type ChatServer, startChatServer } from '../../setup/chat-server';
import { type OwnStack, startOwnStack } from '../../setup/own-stack';
import { type ProgramProcess } from '../../setup/program-process';
import { startTranscriptionServer, type TranscriptionServer } from '../../setup/transcription-server';
import {
  type PlantedFile,
  plantedFiles,
  plantedValues,
  spokenValues,
} from '../../http/documents/planted-files';

const { read } = fileReader();

const squashed = (text: string) => text.toLowerCase().replace(/[\s-]/g, '');

/** A model that finds the planted values, however they are spelt, and that repeats what it has to describe. */
function planted(content: string): { status: number; content: string } {
  if (!content.startsWith('{"texts":'))
    return { status: 200, content: JSON.stringify({ tags: [content], summary: content }) };
  const { texts } = JSON.parse(content) as { texts: { number: number; text: string }[] };
  const found = texts.flatMap(({ number, text }) =>
    plantedValues.flatMap(([value, tag]) => {
      const letters = Array.from(squashed(value), (letter) => letter.replace(/[.*+?^${}()|[\]\\]/, '\\$&'));
      const matches = text.match(new RegExp(letters.join('[\\s-]*'), 'gi')) ?? [];
      return matches.map((match) => ({ number, value: match, tag }));
    }),
  );
  return { status: 200, content: JSON.stringify({ found }) };
}

let model: ChatServer;
let speech: TranscriptionServer;
let stack: OwnStack;
let worker: ProgramProcess;
let files: PlantedFile[];
let job: IndexJobResource;
beforeAll(async () => {
  model = await startChatServer(planted);
  speech = await startTranscriptionServer((response) =>
    response.end(JSON.stringify({ text: 'all of it', duration: 200, segments: spokenValues })),
  );
  stack = await startOwnStack({
    env: {
      CHAT_BASE_URL: model.baseUrl,
      CHAT_MODEL: 'finder',
      TRANSCRIPTION_BASE_URL: speech.baseUrl,
      TRANSCRIPTION_MODEL: 'whisper-1',
    },
  });
  worker = await stack.startWorker();
  files = await plantedFiles();
  const options = { processing_type: 'advanced', include_tags_summary: 'true' };
  job = await stack.indexed(await accepted(files, options));
  // What goes with the job is removed after its end.
  while ((await stack.api.stores.indexJobs.get(job.job_id))?.checkAt !== undefined)
    await new Promise((resolve) => setTimeout(resolve, 50));
});
afterAll(async () => {
  await stack.close();
  await Promise.all([model.close(), speech.close()]);
});

/** Has files indexed under options of masking; answers the job's id. */
function accepted(sent: readonly PlantedFile[], options: Readonly<Record<string, string>>): Promise<string> {
  const form = new FormData();
  for (const { name, content } of sent) form.append('files', new Blob([new Uint8Array(content)]), name);
  for (const [name, value] of Object.entries({ mask_pii: 'true', pii_engine: 'hosted', ...options }))
    form.append(name, value);
  const path = '/v2/collections/manuals/index/file';
  return stack.accepted(stack.api.request<AcceptedIndexJob>(path, { key: stack.key.text, body: form }));
}

/** Values that a text gives away, in whatever spelling. */
function leaksIn(text: string): string[] {
  const letters = squashed(text);
  return plantedValues.map(([value]) => value).filter((value) => letters.includes(squashed(value)));
}

it('indexes a file of every format', () => {
  expect(job.files.map(({ filename, error_code }) => [filename, error_code])).toEqual(
    files.map(({ name }) => [name, null]),
  );
  expect(job.status).toBe('completed');
});

it('finds every planted value in every format', async () => {
  const { body } = await stack.api.request<{
    files: { filename: string; counts: Record<string, number>; image_redaction: string }[];
  }>(`/v2/jobs/${job.job_id}/pii`, { key: stack.key.text });
  const tags = [...new Set(plantedValues.map(([, tag]) => tag))].sort();
  for (const { filename, counts } of body.files) {
    const found = Object.keys(counts).sort();
    // The OCR misreads some.
    const isSeen = files.some(({ name, isSeen: only }) => name === filename && only);
    expect([filename, isSeen ? found.length > tags.length / 2 : found]).toEqual([filename, isSeen || tags]);
  }
  const redaction = Object.fromEntries(body.files.map((file) => [file.filename, file.image_redaction]));
  expect(redaction).toMatchObject({
    'plain.txt': 'none_found',
    'slides.pptx': 'applied',
    'picture.png': 'applied',
  });
});

describe('none of the planted values is in', () => {
  it('any collection of MongoDB', async () => {
    const { db } = stack.api.mongo;
    const collections = await db.listCollections({}, { nameOnly: true }).toArray();
    for (const { name } of collections) {
      const rows = await db.collection(name).find().toArray();
      expect([name, leaksIn(JSON.stringify(rows))]).toEqual([name, []]);
    }
  });

  it('any search index', async () => {
    const namespaces = await stack.api.mongo.db.collection<{ _id: string }>('namespaces').distinct('_id');
    await stack.api.search.refresh(namespaces);
    const { hits } = await stack.api.search.search(namespaces, {
      query: { match_all: {} },
      size: 10_000,
      _source: { excludes: ['vector'] },
    });
    expect(hits.hits.length).toBeGreaterThan(0);
    expect(leaksIn(JSON.stringify(hits.hits))).toEqual([]);
  });

  it('any file of the blob store, nor in what a reader sees in its pictures', async () => {
    const { BLOB_FOLDER: folder } = stack.api.deps.config;
    const seen: string[] = [];
    for (const file of await filesBelow(folder)) {
      const bytes = await readFile(join(folder, file));
      expect([file, leaksIn(bytes.toString('latin1'))]).toEqual([file, []]);
      if (bytes.subarray(1, 4).toString('latin1') === 'PNG')
        seen.push((await read(bytes, 'picture.png')).documents[0]!.text);
    }
    expect(seen.length).toBeGreaterThanOrEqual(2);
    expect(leaksIn(seen.join('\n'))).toEqual([]);
  });

  it('any answer of the API', async () => {
    const answers: string[] = [];
    const get = async <T>(path: string) => {
      const { status, body, text } = await stack.api.request<T>(path, { key: stack.key.text });
      expect([path, status]).toEqual([path, 200]);
      answers.push(text);
      return body;
    };
    for (const query of ['signed letter', 'value', 'plain'])
      for (const version of ['v2/collections/manuals/query', 'v3/collections/manuals/query'])
        answers.push((await stack.api.request(`/${version}`, { key: stack.key.text, json: { query } })).text);
    for (const path of ['/v2/jobs', `/v2/jobs/${job.job_id}?files_limit=500`, `/v2/jobs/${job.job_id}/pii`])
      await get(path);
    for (const path of ['/v2/collections', '/v2/queries?include=results,request,response&limit=10'])
      await get(path);
    const path = '/v3/collections/manuals';
    await get(`${path}/documents?limit=500&include_custom_metadata=true`);
    for (const { document_id: id, chunk_count } of await stack.documents()) {
      await get(`/v2/collections/manuals/documents/${id}`);
      const { page_count } = await get<{ page_count: number | null }>(
        `${path}/documents/${id}?include_regions=true`,
      );
      for (let page = 0; page < (page_count ?? 0); page++)
        await get(`${path}/documents/${id}/pages/${page}?include_regions=true`);
      await get(`${path}/chunks?document_id=${id}&limit=500&include_regions=true`);
      for (let index = 0; index < chunk_count; index++) {
        const chunk = `${path}/chunks/${encodeURIComponent(`${id}:${index}`)}`;
        for (const view of ['?include_regions=true', '/metadata', '/relations']) await get(chunk + view);
      }
    }
    for (const answer of answers)
      expect([answer.slice(0, 100), leaksIn(answer)]).toEqual([answer.slice(0, 100), []]);
  });

  it('the reports of the files', async () => {
    const report = await stack.api.request<{
      files: { document_report_url: string; chunk_report_url: string }[];
    }>(`/v2/jobs/${job.job_id}/pii`, { key: stack.key.text });
    for (const { document_report_url, chunk_report_url } of report.body.files)
      for (const url of [document_report_url, chunk_report_url]) {
        const path = url.replace(stack.api.deps.config.PUBLIC_URL, '');
        const { status, text } = await stack.api.request(path);
        expect([status, leaksIn(text)]).toEqual([200, []]);
      }
  });

  it('the history of the run', async () => {
    const handle = stack.temporal.client.workflow.getHandle(`index-job/${job.job_id}`);
    const history = historyToJSON(await handle.fetchHistory());
    const payloads = [...history.matchAll(/"data":\s*"([A-Za-z0-9+/=]+)"/g)].map(([, data]) =>
      Buffer.from(data!, 'base64').toString('utf8'),
    );
    expect(payloads.length).toBeGreaterThan(0);
    expect(leaksIn(history + payloads.join('\n'))).toEqual([]);
  });

  it('the log of the worker', () => {
    expect(leaksIn(worker.log())).toEqual([]);
  });
});

it('warns of what was left out without the names that it had', () => {
  expect(job.warnings.join('\n')).toContain('The attachment "…" was left out');
});

it('keeps what the caller has written, and warns where it gives a value away', async () => {
  const [person] = plantedValues[0]!;
  const file = { name: 'Zebulon_Quackenbush.txt', content: Buffer.from(`Signed: ${person}`) };
  const id = await accepted([file], { custom_metadata: JSON.stringify({ author: person }) });
  const { files, warnings } = await stack.indexed(id);
  expect(files).toMatchObject([{ filename: 'Zebulon_Quackenbush.txt', error_code: null }]);
  expect(warnings.filter((warning) => warning.includes('holds a value that is masked'))).toHaveLength(2);
});
