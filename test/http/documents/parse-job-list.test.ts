import { parseJobList, type ParseJobList } from '../../../api/documents/parse-jobs/schema';
import { type ParseJobState } from '../../../src/domain/documents/parse-job';
import { newId } from '../../../src/stores/mongo/new-id';
import { startApi, type TestApi, type TestKey } from '../../setup/api';
import { type ErrorBody } from '../platform/upload-client';

let api: TestApi;
let key: TestKey;
let organization: string;
let organizations = 0;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  organization = `parse-list-${++organizations}`;
  key = await api.createKey({ organization });
});
afterAll(() => api.close());

const list = <T = ParseJobList>(query = '', text = key.text) =>
  api.request<T>(`/v3/parse/jobs${query}`, { key: text });
const ids = ({ jobs }: ParseJobList) => jobs.map(({ job_id }) => job_id);

/** A job that was accepted at this time; newer ones have larger ids, as long as times differ. */
async function accept(createdAt: Date, end?: 'completed' | 'failed' | 'cancelled'): Promise<string> {
  const { parseJobs } = api.deps.stores;
  const _id = newId('prs_');
  await parseJobs.insertQueued({
    _id,
    organizationId: key.organizationId,
    environment: 'production',
    input: { kind: 'link', url: 'https://example.com/book.csv?token=hush' },
    filename: 'book.csv',
    byteSize: null,
    options: {
      type: 'spreadsheet',
      includeTagsSummary: false,
      includeImages: false,
      includeVerifiedFacts: true,
      includeHiddenSheets: true,
    },
    createdAt,
  });
  if (end === 'failed')
    await parseJobs.end(_id, {
      state: 'failed',
      code: 'unsupported_file_type',
      message: 'The file is damaged.',
    });
  else if (end === 'cancelled') await parseJobs.end(_id, { state: 'cancelled' });
  return _id;
}

const day = (n: number) => new Date(Date.UTC(2026, 10, n));

it('shows the jobs of the key, newest first, with state and reason but neither links nor chunks', async () => {
  const older = await accept(day(1), 'failed');
  const newer = await accept(day(2));
  const { status, body, text } = await list();
  expect(status).toBe(200);
  expect(parseJobList.parse(body)).toEqual(body);
  expect(body).toMatchObject({
    limit: 50,
    next_cursor: null,
    jobs: [
      { job_id: newer, status: 'queued', status_url: `/v3/parse/jobs/${newer}`, filename: 'book.csv' },
      { job_id: older, status: 'failed', error: 'unsupported_file_type', message: 'The file is damaged.' },
    ],
  });
  expect(text).not.toContain('hush');
});

it('filters by status and time: from is inclusive, to is not', async () => {
  const all = [await accept(day(1), 'cancelled'), await accept(day(2)), await accept(day(3), 'failed')];
  const found = async (query: string) => ids((await list(query)).body).map((id) => all.indexOf(id));
  const status = (state: ParseJobState) => found(`?status=${state}`);
  expect(await status('queued')).toEqual([1]);
  expect(await status('cancelled')).toEqual([0]);
  expect(await status('completed')).toEqual([]);
  expect(await found('?from=2026-11-02')).toEqual([2, 1]);
  expect(await found('?to=2026-11-02')).toEqual([0]);
  expect(await found('?from=2026-11-02T00:00:00Z&to=2026-11-03&status=queued')).toEqual([1]);
});

it('pages visit every job once, those of one moment included, while new ones arrive', async () => {
  const all: string[] = [];
  for (const n of [1, 1, 1, 2, 2, 3, 4]) all.push(await accept(day(n)));
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body }: { body: ParseJobList } = await list(
      `?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
    );
    seen.push(...ids(body));
    cursor = body.next_cursor;
    await accept(day(5));
  }
  expect([...seen].sort()).toEqual([...all].sort());
  expect(seen).toHaveLength(all.length);
});

it('jobs of other organizations and environments are not shown', async () => {
  await accept(day(1));
  const rival = await api.createKey({ organization: 'parse-list-rival' });
  const staging = await api.createKey({ organization, environment: 'staging' });
  for (const { text } of [rival, staging]) expect((await list('', text)).body.jobs).toEqual([]);
});

it.each([
  ['?limit=0', 'limit'],
  ['?limit=101', 'limit'],
  ['?limit=ten', 'limit'],
  ['?cursor=none', 'cursor'],
  ['?status=done', 'status'],
  ['?from=yesterday', 'from'],
  ['?from=2026-11-02&to=2026-11-01', 'to'],
])('%s is refused', async (query, field) => {
  const { status, body } = await list<ErrorBody>(query);
  expect(status).toBe(422);
  expect(JSON.stringify(body)).toContain(field);
});

it('a key that may not index is refused', async () => {
  const { text } = await api.createKey({ permissions: ['query'] });
  expect((await list('', text)).status).toBe(403);
});
