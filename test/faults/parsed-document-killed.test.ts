import { type AcceptedParseJob, type ParseJobResource } from '../../api/documents/parse-jobs/schema';
import { lines, makePdf } from '../../packages/document-reader/test/pdf/make-pdf';
import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { type ProgramProcess } from '../setup/program-process';
import { killWorker } from './killed-worker';

const pages = 1_500;
const pdf = makePdf(
  Array.from({ length: pages }, (_, page) => ({
    content: lines([`Page ${page} of the manual`, `Pump ${page} lifts ${page * 3} litres.`], 72, 700),
  })),
);

let stack: OwnStack;
let worker: ProgramProcess;
let reference: string;

beforeAll(async () => {
  stack = await startOwnStack();
  worker = await stack.startWorker();
  stack.links.files.set('/manual.pdf', pdf);
  reference = await contentOf(await submit());
});
afterAll(() => stack.close());

async function submit(): Promise<string> {
  const { status, body } = await stack.api.request<AcceptedParseJob>('/v3/parse/documents', {
    key: stack.key.text,
    json: { input: `${stack.links.origin}/manual.pdf` },
  });
  expect(status).toBe(202);
  return body.job_id;
}

/** Chunks, pages and Markdown of a job once it has completed, without what names the job. */
async function contentOf(jobId: string): Promise<string> {
  const job = await stack.ended(jobId);
  expect(job).toMatchObject({
    status: 'completed',
    result: { pages },
    billing: { credits: { used: pages * 0.5 } },
  });
  const read = (path: string) =>
    stack.api.request(`/v3/parse/jobs/${jobId}/${path}`, { key: stack.key.text });
  const answers = [read('markdown'), read('pages?limit=200&cursor=1300'), read('chunks?limit=500')];
  const texts = (await Promise.all(answers)).map(({ text }) => text);
  return texts.join('\n').replaceAll(jobId, '<job>');
}

const moments: [string, (job: ParseJobResource) => boolean][] = [
  ['as soon as it is accepted', () => true],
  ['while it reads pages', ({ progress }) => (progress.pages_done ?? 0) > 0],
  ['while it stores the result', ({ progress }) => ['storing', 'settling', 'done'].includes(progress.stage)],
];

test.each(moments)(
  'a worker is killed %s: the document completes once, with the same content, charged once',
  async (_, moment) => {
    const jobId = await submit();
    await stack.jobWhen(jobId, moment);
    await killWorker(stack.temporal, worker);
    worker = await stack.startWorker();
    expect((await contentOf(jobId)) === reference).toBe(true);
    await stack.temporal.client.workflow.getHandle(`parse-job/${jobId}`).result();
    const { credits, places, charged } = await stack.holds();
    expect([credits, places]).toEqual([[], []]);
    expect(charged[jobId]).toBe(pages * 0.5);
  },
);
