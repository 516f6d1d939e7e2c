import {
  createSheaf,
  type JobKind,
  type Sheaf,
  uploadCases,
  uploadFile,
  uploadRecords,
  waitForJob,
} from 'sheaf-client';
import { productRecord } from '../generate/product-records';
import { concurrently } from '../service/concurrently';
import { makeLargeText } from './large-texts';

/** A client that never repeats a request: a pause after a refusal would pass for a wait. */
export function clientOf(baseUrl: string, apiKey: string): Sheaf {
  return createSheaf({ baseUrl, apiKey, retries: 0 });
}

/** Work of which one organization asks for much, and another for little. */
export interface Work {
  name: string;
  /** Makes what the jobs of an organization need. */
  prepare(sheaf: Sheaf): Promise<void>;
  /** Asks for a small job, and answers its id. What it needs is sent before, and does not count. */
  small(sheaf: Sheaf, at: number): Promise<() => Promise<string>>;
  /** Asks for large ones, `scale` times as many as keep two cores busy for minutes; answers their ids. */
  large(sheaf: Sheaf, scale: number): Promise<string[]>;
  hasEnded(sheaf: Sheaf, id: string): Promise<boolean>;
  /** @throws when a job that has ended failed */
  verify(sheaf: Sheaf, id: string): Promise<unknown>;
  /** Cancels jobs that have not ended, and waits until they have. */
  stop(sheaf: Sheaf, ids: readonly string[]): Promise<void>;
}

function jobEnds(
  kind: JobKind,
  cancel: (sheaf: Sheaf, id: string) => Promise<unknown>,
): Pick<Work, 'verify' | 'stop'> {
  return {
    verify: (sheaf, id) => waitForJob(sheaf, kind, id),
    async stop(sheaf, ids) {
      for (const id of ids) await cancel(sheaf, id);
      await Promise.all(ids.map((id) => waitForJob(sheaf, kind, id, { throwOnFailure: false })));
    },
  };
}

const requestsAtOnce = 4;
const smallRows = 200;
const largeRows = 60_000;
/** An organization has no more of them at once. */
const parseJobs = 20;
const smallTextBytes = 2_000;
const largeTextBytes = 300_000;
const filesPerJob = 50;
const smallFiles = { jobs: 40, perJob: 100 };
const buildRecords = { small: 50, large: 20_000 };
const evaluationCases = { small: 3, large: 300 };
const evaluatedTexts = 40;
/** As the names of the collections and indexes that are used here. */
const place = 'volumes';
const inPlace = { params: { path: { collection_name: place } } };

const bytesOf = (text: string) => new TextEncoder().encode(text);

function sheet(rows: number, from: number): Blob {
  const lines = Array.from(
    { length: rows },
    (_, row) => `North ${from + row},${row * 7},${row % 2 === 0},2026-01-05`,
  );
  return new Blob([bytesOf(`Region,Units,Open,Day\n${lines.join('\n')}\n`)]);
}

const parse: Work = {
  name: 'parse',
  prepare: () => Promise.resolve(),
  async small(sheaf, at) {
    const input = await uploadFile(sheaf, sheet(smallRows, at), { filename: `small-${at}.csv` });
    return async () => (await sheaf.post('/v3/parse/spreadsheets', { body: { input } })).job_id;
  },
  large: (sheaf, scale) =>
    idsOf(parseJobs, async (at) => {
      const content = sheet(Math.round(largeRows * scale), at);
      const input = await uploadFile(sheaf, content, { filename: `large-${at}.csv` });
      return (await sheaf.post('/v3/parse/spreadsheets', { body: { input } })).job_id;
    }),
  hasEnded: async (sheaf, id) =>
    (await sheaf.get('/v3/parse/jobs/{job_id}', { params: { path: { job_id: id } } })).completed_at !== null,
  ...jobEnds('parse', (sheaf, id) =>
    sheaf.delete('/v3/parse/jobs/{job_id}', { params: { path: { job_id: id } } }),
  ),
};

const index: Work = {
  name: 'index',
  prepare: makeCollection,
  small: (sheaf, at) =>
    Promise.resolve(async () => {
      const body = { content: makeLargeText(at, smallTextBytes) };
      return (await sheaf.post('/v2/collections/{collection_name}/index/text', { ...inPlace, body })).job_id;
    }),
  large: (sheaf, scale) =>
    idsOf(Math.max(1, Math.round(4 * scale)), async (job) => {
      const textOf = (at: number) => uploadText(sheaf, job * filesPerJob + at, largeTextBytes);
      return indexUploads(sheaf, await idsOf(filesPerJob, textOf));
    }),
  hasEnded: async (sheaf, id) =>
    (await sheaf.get('/v2/jobs/{job_id}', { params: { path: { job_id: id } } })).completed_at !== null,
  ...jobEnds('index', (sheaf, id) => sheaf.delete('/v2/jobs/{job_id}', { params: { path: { job_id: id } } })),
};

/** The same behind jobs over many small files, which go through their steps together. */
const smallFilesIndex: Work = {
  ...index,
  name: 'index-small',
  large: async (sheaf, scale) => {
    const { jobs, perJob } = smallFiles;
    const count = Math.max(1, Math.round(jobs * scale));
    const uploads = await idsOf(count * perJob, (at) => uploadText(sheaf, at, smallTextBytes));
    return idsOf(count, (job) => indexUploads(sheaf, uploads.slice(job * perJob, (job + 1) * perJob)));
  },
};

const build: Work = {
  name: 'build',
  prepare: () => Promise.resolve(),
  async small(sheaf, at) {
    const name = `small-${at}`;
    await fillIndex(sheaf, name, buildRecords.small);
    return () => startBuild(sheaf, name);
  },
  large: (sheaf, scale) =>
    idsOf(Math.max(1, Math.round(16 * scale)), async (at) => {
      const name = `large-${at}`;
      await fillIndex(sheaf, name, buildRecords.large);
      return startBuild(sheaf, name);
    }),
  hasEnded: async (sheaf, id) =>
    (await sheaf.get('/v1/jobs/{job_id}', { params: { path: { job_id: id } } })).finished_at !== null,
  ...jobEnds('product', (sheaf, id) =>
    sheaf.delete('/v1/jobs/{job_id}', { params: { path: { job_id: id } } }),
  ),
};

const evaluation: Work = {
  name: 'evaluation',
  async prepare(sheaf) {
    await makeCollection(sheaf);
    const uploads = await idsOf(evaluatedTexts, (at) => uploadText(sheaf, at, smallTextBytes));
    await waitForJob(sheaf, 'index', await indexUploads(sheaf, uploads));
  },
  async small(sheaf, at) {
    const uploadId = await sendCases(sheaf, evaluationCases.small, at);
    return () => startEvaluation(sheaf, uploadId);
  },
  large: (sheaf, scale) =>
    idsOf(Math.max(1, Math.round(20 * scale)), async (at) =>
      startEvaluation(sheaf, await sendCases(sheaf, evaluationCases.large, at)),
    ),
  hasEnded: async (sheaf, id) =>
    (await sheaf.get('/v3/evals/{eval_id}', { params: { path: { eval_id: id } } })).completed_at !== null,
  ...jobEnds('evaluation', (sheaf, id) =>
    sheaf.delete('/v3/evals/{eval_id}', { params: { path: { eval_id: id } } }),
  ),
};

/** Every kind of job. */
export const jobWorks: readonly Work[] = [parse, index, smallFilesIndex, build, evaluation];

/** The answers of `ask` for 0 to `count - 1`, some of them asked for at once. */
export async function idsOf(count: number, ask: (at: number) => Promise<string>): Promise<string[]> {
  const ids: string[] = [];
  await concurrently(count, requestsAtOnce, async (at) => {
    ids.push(await ask(at));
  });
  return ids;
}

async function makeCollection(sheaf: Sheaf): Promise<void> {
  await sheaf.put('/v2/collections/{collection_name}', { ...inPlace, body: {} });
}

function uploadText(sheaf: Sheaf, number: number, bytes: number): Promise<string> {
  const content = new Blob([bytesOf(makeLargeText(number, bytes))]);
  return uploadFile(sheaf, content, { filename: `volume-${number}.txt` });
}

async function indexUploads(sheaf: Sheaf, uploads: string[]): Promise<string> {
  const path = '/v2/collections/{collection_name}/index/uploads';
  return (await sheaf.post(path, { ...inPlace, body: { uploads } })).job_id;
}

async function fillIndex(sheaf: Sheaf, name: string, count: number): Promise<void> {
  await sheaf.post('/v1/indexes', { body: { name, id_field: 'id' } });
  await uploadRecords(
    sheaf,
    name,
    Array.from({ length: count }, (_, at) => productRecord(count, at)),
  );
}

async function startBuild(sheaf: Sheaf, name: string): Promise<string> {
  return (await sheaf.post('/v1/indexes/{index}/build', { params: { path: { index: name } } })).job.id;
}

/** Sends a file of questions, and answers the id of the upload. */
function sendCases(sheaf: Sheaf, count: number, seed: number): Promise<string> {
  const cases = Array.from({ length: count }, (_, at) => ({
    query: `inspection of pump ${seed} after shift ${at}`,
    expected_files: [`volume-${at % evaluatedTexts}.txt`],
  }));
  const lines = cases.map((one) => JSON.stringify(one)).join('\n');
  return uploadCases(sheaf, place, new Blob([bytesOf(lines)]), { filename: 'cases.ndjson' });
}

async function startEvaluation(sheaf: Sheaf, uploadId: string): Promise<string> {
  const body = { upload_id: uploadId, configs: [{ name: 'hybrid' }] };
  return (await sheaf.post('/v3/collections/{collection_name}/evals', { ...inPlace, body })).eval_id;
}
