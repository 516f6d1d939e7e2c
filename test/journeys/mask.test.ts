import { type MaskedFileResource, type ReportText } from '../../api/documents/masking-reports/schema';
import { maskLetter } from '../../embedded/try/mask-letter';
import { pathOfUrl } from '../setup/api';
import { startStack } from '../setup/stack';
import { type Stack } from '../setup/stack-parts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

test('the letter is shown with tags in place of its personal data, and the report counts them', async () => {
  const { api, key } = stack;
  const texts: string[] = [];
  const access = { apiUrl: api.baseUrl, devApiKey: key.text, signal: new AbortController().signal };
  await maskLetter(access, (text) => texts.push(text));
  const shown = texts.join('\n');
  for (const tag of ['PERSON', 'EMAIL', 'PHONE', 'IBAN', 'CREDIT_CARD', 'BADGE']) {
    expect(shown).toContain(`<${tag}>`);
    expect(shown).toMatch(new RegExp(`^${tag} +[1-9]`, 'm'));
  }
  expect(shown).not.toMatch(/Okafor|example\.com|4111|BX-20391/);
  expect(shown).toContain('pii-linear-1');
});

test('what was nearly masked is reviewed, and a bound that is turned masks it the next time', async () => {
  const { api, key } = stack;
  const path = '/v2/collections/reviewed';
  const content = 'Signed by Anna Kowalski. The number is 5544 667 788.';
  const send = <T>(method: string, to: string, json?: unknown) =>
    api.request<T>(path + to, { method, key: key.text, ...(json !== undefined && { json }) });
  const indexed = async (filename: string) => {
    const sent = { content, filename, mask_pii: true, pii_include_near: true };
    const accepted = await send<{ job_id: string }>('POST', '/index/text', sent);
    return (await stack.indexed(accepted.body.job_id)).files[0]!.document_id!;
  };
  const reportOf = async (documentId: string) => {
    const { body } = await send<MaskedFileResource>('GET', `/documents/${documentId}/pii?include_near=true`);
    const link = pathOfUrl(body.chunk_report_url!);
    const { texts } = (await api.request<{ texts: ReportText[] }>(link)).body;
    return { file: body, near: texts.flatMap(({ near }) => near.map(({ tag }) => tag)) };
  };
  await send('PUT', '');
  const first = await reportOf(await indexed('first.txt'));
  expect(first.file).toMatchObject({ counts: { PERSON: 1 }, near_counts: { PHONE: 1 } });
  expect(first.near).toContain('PHONE');
  await send('PUT', '/masking-bounds/PHONE', { bound: 'wider' });
  const second = await reportOf(await indexed('second.txt'));
  expect(second.file.counts).toEqual({ PERSON: 1, PHONE: 1 });
  expect(second.file.near_counts).not.toHaveProperty('PHONE');
  expect(second.near).not.toContain('PHONE');
  const { body: other } = await api.request(`${path}/documents/doc_none/pii`, { key: key.text });
  expect(other).toMatchObject({ error: 'document_not_found' });
});
