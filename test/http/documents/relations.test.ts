import {
  type ChunkRelations,
  chunkRelations,
  relationResource,
  type RelationResource,
  type RelationsBatchResult,
  relationsBatchResult,
} from '../../../api/documents/relations/schema';
import { type DocumentApi, type IssueBody, startDocumentApi } from './document-client';

let api: DocumentApi;
let a: string;
let b: string;
beforeAll(async () => {
  api = await startDocumentApi();
  a = await api.add('linked', { chunks: ['a0', 'a1', 'a2'] });
  b = await api.add('linked', { chunks: ['b0', 'b1', 'b2'] });
});
afterAll(() => api.close());

const base = '/v3/collections/linked';
const unknown = 'doc_00000000000000000000000000:0';

let types = 0;
/** A relation type that no other test uses. */
const newType = () => `type-${++types}`;
const item = (
  item_id: string,
  source: string,
  target: string,
  relation_type: string,
  metadata: object = {},
) => ({
  item_id,
  source_chunk_id: source,
  target_chunk_id: target,
  relation_type,
  metadata,
});
const putBatch = (items: unknown, collection = 'linked') =>
  api.call<RelationsBatchResult>('PUT', `/v3/collections/${collection}/relations/batch`, { items });
const related = (chunk: string, query = '', collection = 'linked') =>
  api.call<ChunkRelations>('GET', `/v3/collections/${collection}/chunks/${chunk}/relations${query}`);

/** Relations of one type that a chunk has. */
async function ofType(chunk: string, type: string, query = '?direction=both', collection = 'linked') {
  const { body } = await related(chunk, `${query}&limit=500`, collection);
  return body.relations.filter(({ relation_type }) => relation_type === type);
}

describe('the batch', () => {
  test('makes relations, and gives those that it knows by source, target and type new metadata', async () => {
    const type = newType();
    const first = await putBatch([
      item('x', `${a}:0`, `${b}:0`, type, { weight: 1, note: 'kept?' }),
      item('y', `${b}:0`, `${a}:0`, type),
    ]);
    expect(first.status).toBe(200);
    expect(relationsBatchResult.parse(first.body)).toEqual(first.body);
    expect(first.body).toMatchObject({
      succeeded: 2,
      failed: 0,
      unknown: 0,
      results: [
        { item_id: 'x', status: 'succeeded', status_code: 201, error: null, relation_type: type },
        { item_id: 'y', status: 'succeeded', status_code: 201 },
      ],
    });
    const second = await putBatch([
      item('x', `${a}:0`, `${b}:0`, type, { weight: 2 }),
      item('y', `${a}:0`, `${b}:1`, type),
    ]);
    expect(second.body.results.map(({ status_code }) => status_code)).toEqual([200, 201]);
    expect(second.body.results[0]!.relation_id).toBe(first.body.results[0]!.relation_id);
    const [known] = await ofType(`${a}:0`, type, '?direction=outgoing');
    expect(known).toMatchObject({
      relation_id: first.body.results[0]!.relation_id,
      metadata: { weight: 2 },
      source_chunk_id: `${a}:0`,
      source_document_id: a,
      target_chunk_id: `${b}:0`,
      target_document_id: b,
    });
    expect(known!.metadata).toEqual({ weight: 2 });
  });

  test('answers each item for itself, in order', async () => {
    const type = newType();
    const { status, body } = await putBatch([
      item('ok', `${a}:0`, `${b}:0`, type),
      item('no source', unknown, `${b}:0`, type),
      item('no target', `${a}:0`, `${b}:9`, type),
      item('no id', 'x', `${b}:0`, type),
      item('self', `${a}:0`, `${a}:0`, type),
      { ...item('elsewhere', `${a}:1`, `${b}:0`, type), target_document_id: a },
      { ...item('there', `${a}:1`, `${b}:1`, type), target_document_id: b },
    ]);
    expect(status).toBe(200);
    expect(relationsBatchResult.parse(body)).toEqual(body);
    expect(
      body.results.map(({ item_id, status_code, error }) => [item_id, status_code, error?.error]),
    ).toEqual([
      ['ok', 201, undefined],
      ['no source', 404, 'chunk_not_found'],
      ['no target', 404, 'chunk_not_found'],
      ['no id', 404, 'chunk_not_found'],
      ['self', 422, 'self_relation'],
      ['elsewhere', 404, 'chunk_not_found'],
      ['there', 201, undefined],
    ]);
    expect(body.results.map(({ error }) => error?.details?.chunk)).toEqual([
      ...[undefined, 'source', 'target', 'source', undefined, 'target', undefined],
    ]);
    expect(body).toMatchObject({ succeeded: 2, failed: 5, unknown: 0 });
    expect(await ofType(`${a}:0`, type)).toHaveLength(1);
  });

  test('two rows of one identity are ambiguous, and neither is written', async () => {
    const type = newType();
    await putBatch([item('x', `${a}:0`, `${b}:0`, type, { first: true })]);
    const rows = api.mongo.db.collection<{ _id: string; relationId: string }>('relations');
    const row = await rows.findOne({ type });
    await rows.insertOne({ ...row!, _id: `${row!._id}-twin`, relationId: 'rel_00000000000000000000000001' });
    const { body } = await putBatch([item('x', `${a}:0`, `${b}:0`, type, { second: true })]);
    expect(body.results).toMatchObject([
      {
        status: 'failed',
        status_code: 409,
        relation_id: null,
        error: { error: 'relation_identity_ambiguous' },
      },
    ]);
    const alone = await api.call('POST', `${base}/chunks/${a}:0/relations`, {
      target_chunk_id: `${b}:0`,
      relation_type: type,
    });
    expect([alone.status, alone.body.error]).toEqual([409, 'relation_identity_ambiguous']);
    expect((await ofType(`${a}:0`, type)).map(({ metadata }) => metadata)).toEqual([
      { first: true },
      { first: true },
    ]);
  });

  test('takes metadata of any shape, under any names, and gives it back', async () => {
    const type = newType();
    const metadata = {
      'a.b': { $set: [1, null, { '': true }] },
      $where: 'x',
      nested: { deep: [[['x']]] },
      n: 1.5,
    };
    const { body } = await putBatch([item('x', `${a}:0`, `${b}:0`, type, metadata)]);
    expect(body.results).toMatchObject([{ status_code: 201 }]);
    expect((await ofType(`${a}:0`, type))[0]!.metadata).toEqual(metadata);
    const again = await putBatch([item('x', `${a}:0`, `${b}:0`, type, { ...metadata, more: '$a.b' })]);
    expect(again.body.results).toMatchObject([{ status_code: 200 }]);
    expect((await ofType(`${a}:0`, type))[0]!.metadata).toEqual({ ...metadata, more: '$a.b' });
  });

  const good = () => item('x', `${a}:0`, `${b}:0`, 't');
  test.each<[string, () => unknown, unknown[]]>([
    ['no items', () => undefined, ['body', 'items']],
    ['an empty list', () => [], ['body', 'items']],
    [
      '101 items',
      () => Array.from({ length: 101 }, (_, n) => ({ ...good(), item_id: `${n}`, relation_type: `${n}` })),
      ['body', 'items'],
    ],
    ['no item_id', () => [{ ...good(), item_id: undefined }], ['body', 'items', 0, 'item_id']],
    ['no source', () => [{ ...good(), source_chunk_id: undefined }], ['body', 'items', 0, 'source_chunk_id']],
    [
      'a number for a target',
      () => [{ ...good(), target_chunk_id: 7 }],
      ['body', 'items', 0, 'target_chunk_id'],
    ],
    ['an empty type', () => [{ ...good(), relation_type: '' }], ['body', 'items', 0, 'relation_type']],
    [
      'a type of 256',
      () => [{ ...good(), relation_type: 'x'.repeat(256) }],
      ['body', 'items', 0, 'relation_type'],
    ],
    ['no metadata', () => [{ ...good(), metadata: undefined }], ['body', 'items', 0, 'metadata']],
    ['null for metadata', () => [{ ...good(), metadata: null }], ['body', 'items', 0, 'metadata']],
    [
      'a key with NUL',
      () => [{ ...good(), metadata: { a: [{ 'b\u0000': 1 }] } }],
      ['body', 'items', 0, 'metadata'],
    ],
    [
      'half a character in its metadata',
      () => [{ ...good(), metadata: { a: ['\ud800'] } }],
      ['body', 'items', 0, 'metadata'],
    ],
    [
      'half a character in its type',
      () => [{ ...good(), relation_type: '\ud800' }],
      ['body', 'items', 0, 'relation_type'],
    ],
    ['an unknown field', () => [{ ...good(), surprise: 1 }], ['body', 'items', 0, 'surprise']],
    ['an item_id twice', () => [good(), { ...good(), relation_type: 'u' }], ['body', 'items', 1, 'item_id']],
    [
      'a relation twice',
      () => [good(), { ...good(), item_id: 'y' }],
      ['body', 'items', 1, 'target_chunk_id'],
    ],
  ])('with %s is refused with 400 before anything is written', async (_name, items, loc) => {
    const before = await api.mongo.db.collection('relations').countDocuments();
    const answer = await api.call('PUT', `${base}/relations/batch`, { items: items() });
    expect([answer.status, answer.body.error]).toEqual([400, 'validation_error']);
    expect(answer.body.details).toMatchObject([{ loc }]);
    expect(await api.mongo.db.collection('relations').countDocuments()).toBe(before);
  });

  test('a hundred relations with types of 255 characters are made in one call', async () => {
    const items = Array.from({ length: 100 }, (_, n) =>
      item(`${n}`, `${a}:1`, `${b}:2`, `${n}`.padEnd(255, 'x')),
    );
    expect((await putBatch(items)).body).toMatchObject({ succeeded: 100, failed: 0, unknown: 0 });
  });

  test('20 callers that put the same relation at once make one', async () => {
    const type = newType();
    const puts = Array.from({ length: 20 }, (_, n) => putBatch([item('x', `${a}:2`, `${b}:2`, type, { n })]));
    const codes = (await Promise.all(puts)).map(({ body }) => body.results[0]!.status_code).sort();
    expect(codes).toEqual([...Array<number>(19).fill(200), 201]);
    expect(await ofType(`${a}:2`, type)).toHaveLength(1);
  });
});

describe('one relation', () => {
  test('is made at its chunk with 201, is answered with 200 when it is there, and removed once', async () => {
    const type = newType();
    const post = (metadata?: object) =>
      api.call<RelationResource>('POST', `${base}/chunks/${a}:1/relations`, {
        target_chunk_id: `${b}:1`,
        relation_type: type,
        ...(metadata !== undefined && { metadata }),
      });
    const made = await post();
    expect(made.status).toBe(201);
    expect(relationResource.parse(made.body)).toEqual(made.body);
    expect(made.body).toMatchObject({ source_chunk_id: `${a}:1`, target_document_id: b, metadata: {} });
    const known = await post({ n: 1 });
    expect([known.status, known.body.relation_id, known.body.created_at]).toEqual([
      ...[200, made.body.relation_id, made.body.created_at],
    ]);
    expect(await ofType(`${a}:1`, type)).toEqual([known.body]);

    const remove = () => api.call('DELETE', `${base}/relations/${made.body.relation_id}`);
    const first = await remove();
    expect([first.status, first.body.success]).toEqual([200, true]);
    const again = await remove();
    expect([again.status, again.body.error]).toEqual([404, 'relation_not_found']);
    expect(await ofType(`${a}:1`, type)).toEqual([]);
  });

  test.each([
    ['itself', () => ({ target_chunk_id: `${a}:0`, relation_type: 't' }), 'target_chunk_id', 'self_relation'],
    ['no type', () => ({ target_chunk_id: `${b}:0` }), 'relation_type', 'missing'],
    ['no target', () => ({ relation_type: 't' }), 'target_chunk_id', 'missing'],
    [
      'a long type',
      () => ({ target_chunk_id: `${b}:0`, relation_type: 'x'.repeat(256) }),
      'relation_type',
      'string_too_long',
    ],
  ])('to %s is refused with 422', async (_name, json, field, type) => {
    const { status, body } = await api.call<IssueBody>('POST', `${base}/chunks/${a}:0/relations`, json());
    expect(status).toBe(422);
    expect(body.detail).toMatchObject([{ loc: ['body', field], type }]);
  });

  test.each([
    ['an unknown source', unknown, () => ({ target_chunk_id: `${b}:0` })],
    ['an unknown target', ':0', () => ({ target_chunk_id: unknown })],
    ['a target in another document', ':0', () => ({ target_chunk_id: `${b}:0`, target_document_id: a })],
  ])('with %s is 404', async (_name, source, json) => {
    const chunk = source.startsWith(':') ? a + source : source;
    const sent = { ...json(), relation_type: 't' };
    const { status, body } = await api.call('POST', `${base}/chunks/${chunk}/relations`, sent);
    expect([status, body.error]).toEqual([404, 'chunk_not_found']);
  });

  test.each(['rel_x', '__proto__', '%00', 'doc_00000000000000000000000000'])(
    'none is called %s',
    async (id) => {
      const { status, body } = await api.call('DELETE', `${base}/relations/${id}`);
      expect([status, body.error]).toEqual([404, 'relation_not_found']);
    },
  );
});

describe('the list', () => {
  test('pages through the relations of a chunk in either direction, each once', async () => {
    const [hub, rim] = [
      await api.add('hubs', { chunks: ['h'] }),
      await api.add('hubs', { chunks: Array<string>(7).fill('r') }),
    ];
    const spokes = Array.from({ length: 7 }, (_, n) => [
      item(`out ${n}`, `${hub}:0`, `${rim}:${n}`, 'to'),
      item(`in ${n}`, `${rim}:${n}`, `${hub}:0`, 'from'),
    ]);
    await putBatch(spokes.flat(), 'hubs');
    for (const [direction, wanted] of [
      ['outgoing', 7],
      ['incoming', 7],
      ['both', 14],
    ] as const) {
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const query = `?direction=${direction}&limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`;
        const { body }: { body: ChunkRelations } = await related(`${hub}:0`, query, 'hubs');
        expect(chunkRelations.parse(body)).toEqual(body);
        seen.push(...body.relations.map(({ relation_id }) => relation_id));
        cursor = body.next_cursor;
      }
      expect([seen.length, new Set(seen).size]).toEqual([wanted, wanted]);
    }
    const { body } = await related(`${hub}:0`, '', 'hubs');
    expect(new Set(body.relations.map(({ relation_type }) => relation_type))).toEqual(new Set(['to']));
  });

  test('a target whose document is gone is shown by its chunk id only', async () => {
    const [from, to] = [await api.add('fading'), await api.add('fading')];
    await putBatch([item('x', `${from}:0`, `${to}:0`, 't')], 'fading');
    await api.call('DELETE', `/v2/collections/fading/documents/${to}`);
    const { body } = await related(`${from}:0`, '', 'fading');
    expect(body.relations).toMatchObject([{ target_chunk_id: `${to}:0`, target_document_id: null }]);
  });

  test('relations end with the document that they start in', async () => {
    const [from, to] = [await api.add('fading'), await api.add('fading')];
    await putBatch([item('x', `${from}:0`, `${to}:0`, 't')], 'fading');
    await api.call('DELETE', `/v2/collections/fading/documents/${from}`);
    expect((await related(`${to}:0`, '?direction=incoming', 'fading')).body.relations).toEqual([]);
  });
});

test('a copy has the relations of its source, and from then on its own', async () => {
  const type = newType();
  await putBatch([
    item('x', `${a}:0`, `${b}:0`, type, { side: 'both' }),
    item('y', `${a}:0`, `${b}:1`, type),
  ]);
  await api.copy('linked', 'linked-copy');
  await api.copy('linked', 'linked-bare', false);
  const shown = async (collection: string) =>
    (await ofType(`${a}:0`, type, '?direction=outgoing', collection)).map((one) => [
      one.target_chunk_id,
      one.metadata,
    ]);
  const original = [
    [`${b}:0`, { side: 'both' }],
    [`${b}:1`, {}],
  ];
  expect([await shown('linked'), await shown('linked-copy'), await shown('linked-bare')]).toEqual([
    original,
    original,
    [],
  ]);

  await putBatch([item('x', `${a}:0`, `${b}:0`, type, { side: 'copy' })], 'linked-copy');
  const [, second] = await ofType(`${a}:0`, type, '?direction=outgoing');
  const removed = await api.call('DELETE', `${base}/relations/${second!.relation_id}`);
  expect(removed.status).toBe(200);
  await putBatch([item('x', `${a}:0`, `${b}:2`, type)], 'linked-bare');
  expect(await shown('linked')).toEqual([[`${b}:0`, { side: 'both' }]]);
  expect((await shown('linked-copy')).sort()).toEqual([
    [`${b}:0`, { side: 'copy' }],
    [`${b}:1`, {}],
  ]);
  expect(await shown('linked-bare')).toEqual([[`${b}:2`, {}]]);
});
