import { type ParseJobResource } from '../../api/documents/schemas/parse-jobs';
import { type ParseStack, startParseStack } from '../setup/parse-stack';
import { workbook } from './workbooks';

describe('one slot and two organizations', () => {
  let stack: ParseStack;

  beforeAll(async () => {
    stack = await startParseStack({ env: { WORKER_PARSE_SLOTS: '1' } });
  });
  afterAll(() => stack.close());

  it('a burst of one does not make the other wait for its end', async () => {
    const book = await workbook(1, 8_000);
    const burst: string[] = [];
    for (let n = 0; n < 12; n++) burst.push(await stack.submit(book));
    const { text: key } = await stack.api.createKey({ organization: 'rival' });
    const late = (await stack.accept(await stack.upload(book, { key }), {}, { key })).body.job_id;

    await stack.startWorker();
    const ends = await Promise.all(burst.map((jobId) => stack.ended(jobId)));
    const { body } = await stack.api.request<ParseJobResource>(`/v3/parse/jobs/${late}`, { key });
    expect(body.status).toBe('completed');
    const before = ends.filter(({ completed_at }) => completed_at! < body.completed_at!);
    expect(before.length).toBeLessThan(6);
  });
});
