import { type ListedDocument } from '../../setup/document-calls';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';
import { foundChunks } from '../../setup/found-chunks';
import { messageOf } from '../../../packages/document-reader/test/formats/messages';

interface Relation {
  relation_type: string;
  source_document_id: string;
  target_document_id: string;
}

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const get = async <T>(path: string) => {
  const { status, body, text } = await stack.api.request<T>(path, { key: stack.key.text });
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body;
};

/** Indexes messages of one job; answers the document ids of all that the collection has, by file name. */
async function indexMessages(collection: string, messages: Readonly<Record<string, string>>, options = {}) {
  const uploads: string[] = [];
  for (const [filename, content] of Object.entries(messages))
    uploads.push(await stack.upload(Buffer.from(content), { filename }));
  const job = await stack.indexed(
    await stack.accepted(stack.index('uploads', { uploads, ...options }, { collection })),
  );
  expect(job).toMatchObject({ status: 'completed', result: { files_indexed: uploads.length } });
  return namesOf(await stack.documents(collection));
}

const namesOf = (documents: readonly ListedDocument[]) =>
  new Map(documents.map(({ filename, document_id }) => [filename, document_id]));

/** Relations that start in the first chunk of each document, as `from type to`, by file names. */
async function relationsOf(collection: string, ids: ReadonlyMap<string, string>): Promise<string[]> {
  const names = new Map([...ids].map(([name, id]) => [id, name]));
  const found: string[] = [];
  for (const id of ids.values()) {
    const path = `/v3/collections/${collection}/chunks/${encodeURIComponent(`${id}:0`)}/relations?direction=outgoing`;
    const { relations } = await get<{ relations: Relation[] }>(path);
    for (const { relation_type, source_document_id, target_document_id } of relations)
      found.push(`${names.get(source_document_id)} ${relation_type} ${names.get(target_document_id)}`);
  }
  return found.sort();
}

const bothWays = (type: string, pairs: readonly (readonly [string, string])[]) =>
  pairs.flatMap(([a, b]) => [`${a} ${type} ${b}`, `${b} ${type} ${a}`]);

/** File names of the documents that a filter finds, and which both stores agree on. */
async function having(collection: string, filter: object): Promise<string[]> {
  const query = encodeURIComponent(JSON.stringify(filter));
  const path = `/v3/collections/${collection}/documents?limit=100&metadata_filter=${query}`;
  const { documents } = await get<{ documents: ListedDocument[] }>(path);
  const tenant = { organizationId: stack.key.organizationId, environment: 'production' as const };
  const row = (await stack.api.stores.collections.find(tenant, collection))!;
  const namespaces = (await stack.api.stores.documents.view(row)).map(({ namespace }) => namespace);
  await stack.api.search.refresh(namespaces);
  const chunks = await foundChunks(stack.api, row, filter);
  expect([...new Set(chunks.map((id) => id.split(':')[0]))].sort()).toEqual(
    documents.map(({ document_id }) => document_id).sort(),
  );
  return documents.map(({ filename }) => filename).sort();
}

const question = messageOf({
  subject: 'Pump P-7',
  text: 'Which oil does the pump need?',
  headers: { 'Message-ID': '<question@example.com>' },
  attachments: [
    { name: 'readings.csv', type: 'text/csv', content: 'Hour,Bar\n1,4\n2,5\n' },
    { name: 'notes.txt', type: 'text/plain', content: 'The seal was changed in May.' },
  ],
});
const answer = messageOf({
  subject: 'Re: Pump P-7',
  text: 'It needs ISO VG 46.',
  headers: {
    'Message-ID': '<answer@example.com>',
    'In-Reply-To': '<question@example.com>',
    References: '<question@example.com>',
  },
  attachments: [{ name: 'sheet.txt', type: 'text/plain', content: 'ISO VG 46 is a hydraulic oil.' }],
});
const attached = bothWays('email_attachment', [
  ['question.eml', 'readings.csv'],
  ['question.eml', 'notes.txt'],
  ['answer.eml', 'sheet.txt'],
]);
const replied = bothWays('email_reply_to', [['answer.eml', 'question.eml']]);

async function freshCollection(): Promise<string> {
  const name = `c-${Math.random().toString(36).slice(2)}`;
  await stack.createCollection(name);
  return name;
}

describe('an attachment without text', () => {
  it('is related to its message, and the message to it', async () => {
    const collection = await freshCollection();
    const pixel =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const content = Buffer.from(pixel, 'base64').toString('latin1');
    const message = messageOf({
      subject: 'A picture',
      text: 'See the picture.',
      attachments: [{ name: 'pixel.png', type: 'image/png', content }],
    });
    const ids = await indexMessages(collection, { 'picture.eml': message });
    const { chunk_count } = await get<{ chunk_count: number }>(
      `/v3/collections/${collection}/documents/${ids.get('pixel.png')}`,
    );
    expect(chunk_count).toBe(0);
    expect(await relationsOf(collection, ids)).toEqual(
      bothWays('email_attachment', [['picture.eml', 'pixel.png']]).sort(),
    );
  });
});

describe('a thread', () => {
  const orders: [string, Record<string, string>[]][] = [
    ['whose reply comes in a later job', [{ 'question.eml': question }, { 'answer.eml': answer }]],
    ['whose reply comes in an earlier job', [{ 'answer.eml': answer }, { 'question.eml': question }]],
    ['in one job', [{ 'question.eml': question, 'answer.eml': answer }]],
  ];
  it.each(orders)('%s is linked message to message, and each with its own attachments', async (_, jobs) => {
    const collection = await freshCollection();
    let ids = new Map<string, string>();
    for (const messages of jobs) ids = await indexMessages(collection, messages);
    expect([...ids.keys()].sort()).toEqual([
      'answer.eml',
      'notes.txt',
      'question.eml',
      'readings.csv',
      'sheet.txt',
    ]);
    expect(await relationsOf(collection, ids)).toEqual([...attached, ...replied].sort());
  });

  it('is linked once more, not twice, when a message is indexed again', async () => {
    const collection = await freshCollection();
    await indexMessages(collection, { 'question.eml': question });
    const ids = await indexMessages(collection, { 'answer.eml': answer });
    const overwrite = { skip_existing: false, overwrite_existing: true };
    expect(await indexMessages(collection, { 'answer.eml': answer }, overwrite)).toEqual(ids);
    expect(await relationsOf(collection, ids)).toEqual([...attached, ...replied].sort());
  });

  it('of another collection is another thread', async () => {
    await indexMessages(await freshCollection(), { 'question.eml': question });
    const collection = await freshCollection();
    const ids = await indexMessages(collection, { 'answer.eml': answer });
    expect(await relationsOf(collection, ids)).toEqual(
      bothWays('email_attachment', [['answer.eml', 'sheet.txt']]).sort(),
    );
  });

  it('loses the attachments that a message has no more when it is indexed again', async () => {
    const collection = await freshCollection();
    const message = (names: readonly string[]) =>
      messageOf({
        subject: 'Files',
        text: 'See what is attached.',
        headers: { 'Message-ID': '<files@example.com>' },
        attachments: names.map((name) => ({ name, type: 'text/plain', content: `Content of ${name}.` })),
      });
    await indexMessages(collection, { 'files.eml': message(['a.txt', 'b.txt']) });
    const overwrite = { skip_existing: false, overwrite_existing: true };
    const ids = await indexMessages(collection, { 'files.eml': message(['c.txt']) }, overwrite);
    expect([...ids.keys()].sort()).toEqual(['c.txt', 'files.eml']);
    expect(await relationsOf(collection, ids)).toEqual(
      bothWays('email_attachment', [['files.eml', 'c.txt']]).sort(),
    );
  });
});

describe('metadata of messages', () => {
  it('is that of message and attachments, and filters both', async () => {
    const collection = await freshCollection();
    await indexMessages(
      collection,
      { 'question.eml': question, 'answer.eml': answer },
      { custom_metadata: { plant: 'north' } },
    );
    const ofQuestion = ['notes.txt', 'question.eml', 'readings.csv'];
    expect(await having(collection, { email_message_id: 'question@example.com' })).toEqual(ofQuestion);
    expect(await having(collection, { email_subject: 'Re: Pump P-7' })).toEqual(['answer.eml', 'sheet.txt']);
    expect(await having(collection, { email_in_reply_to: 'question@example.com' })).toEqual([
      'answer.eml',
      'sheet.txt',
    ]);
    expect(await having(collection, { plant: 'north', email_date: '2026-03-02T09:00:00.000Z' })).toHaveLength(
      5,
    );
  });
});

describe('a message within a message', () => {
  it('is a document of its own, attached to the outer one, and the thread begins in it', async () => {
    const collection = await freshCollection();
    const forward = messageOf({
      subject: 'Fwd: Pump P-7',
      text: 'See below.',
      headers: { 'Message-ID': '<forward@example.com>' },
      attachments: [{ name: 'question.eml', type: 'message/rfc822', content: question }],
    });
    await indexMessages(collection, { 'forward.eml': forward });
    const ids = await indexMessages(collection, { 'answer.eml': answer });
    expect(await relationsOf(collection, ids)).toEqual(
      [...attached, ...bothWays('email_attachment', [['forward.eml', 'question.eml']]), ...replied].sort(),
    );
  });
});
