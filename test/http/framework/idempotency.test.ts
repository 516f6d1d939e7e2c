import { z } from 'zod';
import { type RouteReply, type RouteRequest } from '../../../api/http/route';
import { Refusal } from '../../../src/domain/platform/refusal';
import { type DocumentErrorCode } from '../../../src/domain/documents/errors';
import { startApi, type TestApi, type TestKey } from '../../setup/api';
import { rawRequest } from './raw-request';
import { sampleRoute } from './sample-routes';

type Make = (request: RouteRequest<unknown, unknown, { size: number }>) => Promise<RouteReply>;

const made: { newId: string; repeated: boolean }[] = [];
const created: Make = ({ newId, repeated, body }) => {
  made.push({ newId, repeated });
  return Promise.resolve({
    status: 201,
    body: { id: newId, size: body.size },
    headers: { Location: `/things/${newId}` },
  });
};
let make: Make = created;

const body = z.strictObject({ size: z.int().default(1), label: z.string().optional() });
const maker = (path: string) =>
  sampleRoute<unknown, unknown, { size: number }>({
    method: 'post',
    path,
    operationId: `make${path.length}`,
    body,
    idempotent: { idPrefix: 'thg_' },
    handle: (request) => make(request),
  });

let api: TestApi;
let key: TestKey;
beforeAll(async () => {
  api = await startApi({
    routes: () => [maker('/v3/things'), maker('/v3/other-things'), maker('/v3/shelves/:shelf/things')],
  });
  key = await api.createKey();
});
afterAll(() => api.close());
beforeEach(() => {
  make = created;
  made.length = 0;
});

let count = 0;
const freshKey = () => `key ${++count}`;
const send = (
  idempotencyKey: string,
  json: unknown = { size: 1 },
  { path = '/v3/things', text = key.text } = {},
) =>
  api.request<{ id: string; error?: string }>(path, {
    key: text,
    json,
    headers: { 'idempotency-key': idempotencyKey },
  });

interface Row {
  _id: string;
  state: string;
}
const rows = () => api.mongo.db.collection<Row>('idempotency');

describe('the same key', () => {
  it('with the same body gets the first answer, status, headers and all, marked as replayed', async () => {
    const name = freshKey();
    const first = await send(name, { size: 2, label: 'a' });
    const again = await send(name, { label: 'a', size: 2 });
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(made).toHaveLength(1);
  });

  it.each([
    ['another body', { size: 3 }, '/v3/shelves/a/things'],
    ['another path of the route', { size: 1 }, '/v3/shelves/b/things'],
  ])('with %s is 409 idempotency_key_reused', async (_, json, path) => {
    const name = freshKey();
    await send(name, { size: 1 }, { path: '/v3/shelves/a/things' });
    const { status, body: answer } = await send(name, json, { path });
    expect([status, answer.error]).toEqual([409, 'idempotency_key_reused']);
  });

  it('of another organization or environment is another key', async () => {
    const name = freshKey();
    const neighbour = await api.createKey({ organization: 'neighbour' });
    const staging = await api.createKey({ environment: 'staging' });
    const answers = [
      await send(name),
      await send(name, { size: 1 }, { text: neighbour.text }),
      await send(name, { size: 1 }, { text: staging.text }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body: { id } }) => id)).size).toBe(3);
  });

  it('on another route is 409 idempotency_key_reused, and its own route still answers', async () => {
    const name = freshKey();
    const first = await send(name);
    for (const json of [{ size: 1 }, { size: 2 }, { size: 1 }]) {
      const { status, body: answer } = await send(name, json, { path: '/v3/other-things' });
      expect([status, answer.error]).toEqual([409, 'idempotency_key_reused']);
    }
    expect((await send(name)).text).toBe(first.text);
    expect(made).toHaveLength(1);
  });

  it('in requests to two routes at once is that of one of them', async () => {
    const name = freshKey();
    const paths = ['/v3/things', '/v3/other-things'];
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => send(name, { size: 1 }, { path: paths[n % 2]! })),
    );
    expect(made.length).toBeLessThanOrEqual(1);
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    const later = await Promise.all(paths.map((path) => send(name, { size: 1 }, { path })));
    expect(later.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(made).toHaveLength(1);
  });

  it('of another key of the same organization and environment is the same key', async () => {
    const name = freshKey();
    const colleague = await api.createKey();
    const first = await send(name);
    expect((await send(name, { size: 1 }, { text: colleague.text })).text).toBe(first.text);
  });

  it('in 50 requests at once runs one, and tells the others to wait or what it answered', async () => {
    const name = freshKey();
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(name)));
    expect(made).toHaveLength(1);
    for (const { status, body: answer, headers } of answers) {
      if (status === 201) expect(answer.id).toBe(made[0]!.newId);
      else
        expect([status, answer.error, headers.get('retry-after')]).toEqual([
          409,
          'idempotency_in_progress',
          '1',
        ]);
    }
    expect(
      answers.filter(({ status, headers }) => status === 201 && !headers.has('idempotent-replayed')),
    ).toHaveLength(1);
  });

  it('is 409 while the first request runs', async () => {
    const name = freshKey();
    let open: (() => void) | undefined;
    const started = new Promise<void>((entered) => {
      make = async (request) => {
        entered();
        await new Promise<void>((resolve) => (open = resolve));
        return created(request);
      };
    });
    const first = send(name);
    await started;
    expect((await send(name)).body.error).toBe('idempotency_in_progress');
    expect((await send(name, { size: 9 })).body.error).toBe('idempotency_key_reused');
    open!();
    expect((await first).status).toBe(201);
    expect((await send(name)).headers.get('idempotent-replayed')).toBe('true');
  });
});

describe('a failed request', () => {
  it('that was refused gives the key back, for any body', async () => {
    const name = freshKey();
    make = () => Promise.reject(new Refusal<DocumentErrorCode>('too_many_parse_jobs'));
    expect((await send(name)).status).toBe(429);
    make = created;
    const { status, headers } = await send(name, { size: 2 });
    expect([status, headers.get('idempotent-replayed'), made[0]!.repeated]).toEqual([201, null, false]);
  });

  it('that was refused gives the key back to other routes as well', async () => {
    const name = freshKey();
    make = () => Promise.reject(new Refusal<DocumentErrorCode>('too_many_parse_jobs'));
    expect((await send(name)).status).toBe(429);
    make = created;
    expect((await send(name, { size: 1 }, { path: '/v3/other-things' })).status).toBe(201);
    expect((await send(name)).body.error).toBe('idempotency_key_reused');
  });

  it('that never got to its handler does not take the key', async () => {
    const name = freshKey();
    expect((await send(name, { size: 'x' })).status).toBe(422);
    expect((await send(name)).status).toBe(201);
  });

  it('that broke gives the key back, and the same request continues with the same id', async () => {
    const name = freshKey();
    let reserved = '';
    make = ({ newId }) => {
      reserved = newId;
      return Promise.reject(new Error('broke'));
    };
    expect((await send(name)).status).toBe(500);
    make = created;
    expect((await send(name)).status).toBe(201);
    expect(made).toEqual([{ newId: reserved, repeated: true }]);
  });

  it('that broke does not lend its id to another request', async () => {
    const name = freshKey();
    let reserved = '';
    make = ({ newId }) => {
      reserved = newId;
      return Promise.reject(new Error('broke'));
    };
    await send(name);
    make = created;
    expect((await send(name, { size: 2 })).status).toBe(201);
    expect(made[0]!.repeated).toBe(false);
    expect(made[0]!.newId).not.toBe(reserved);
  });
});

describe('time', () => {
  /** The row after a process was killed while it worked on a request. */
  async function abandon(name: string): Promise<string> {
    await send(name);
    const { newId } = made.pop()!;
    await rows().updateMany(
      { newId },
      {
        $set: { state: 'running', reply: null, owner: 'req_of_the_dead' },
      },
    );
    return newId;
  }

  it('a request whose process died is taken over after its lease, with the same id, by one', async () => {
    const name = freshKey();
    const newId = await abandon(name);
    expect((await send(name)).body.error).toBe('idempotency_in_progress');
    await rows().updateMany({ newId }, { $set: { leaseUntil: new Date() } });
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(name)));
    expect(made).toEqual([{ newId, repeated: true }]);
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(1);
  });

  it('a process that comes back after it was taken over changes nothing', async () => {
    const name = freshKey();
    let wake: (() => void) | undefined;
    const slow = new Promise<void>((entered) => {
      make = async () => {
        entered();
        await new Promise<void>((resolve) => (wake = resolve));
        return { status: 201, body: { id: 'late' } };
      };
    });
    const late = send(name);
    await slow;
    await rows().updateMany({ state: 'running' }, { $set: { leaseUntil: new Date() } });
    make = created;
    const taken = await send(name);
    wake!();
    await late;
    expect((await send(name)).text).toBe(taken.text);
  });

  it('a key is free again after 24 hours, whether or not its row is gone yet', async () => {
    const name = freshKey();
    const first = await send(name);
    const row = await rows().findOne({ newId: first.body.id } as object);
    const { expiresAt } = row as unknown as { expiresAt: Date };
    expect(Math.abs(expiresAt.getTime() - Date.now() - 24 * 3_600_000)).toBeLessThan(60_000);
    await rows().updateMany({ newId: first.body.id }, { $set: { expiresAt: new Date(0) } });
    const { body: second } = await send(name, { size: 5 }, { path: '/v3/other-things' });
    expect(second.id).not.toBe(first.body.id);
  });
});

describe('the header', () => {
  it.each([
    ['empty', ''],
    ['too long', 'k'.repeat(256)],
    ['beyond ASCII', 'k\u00e9y'],
    ['with a tab inside', 'a\tb'],
  ])('%s is 400 invalid_idempotency_key', async (_, name) => {
    const { status, body: answer } = await send(name);
    expect([status, answer.error]).toEqual([400, 'invalid_idempotency_key']);
    expect(made).toEqual([]);
  });

  it('sent twice is malformed', async () => {
    const answer = await rawRequest(api.baseUrl, [
      'POST /v3/things HTTP/1.1',
      `Authorization: Bearer ${key.text}`,
      'Idempotency-Key: a',
      'Idempotency-Key: b',
      'Content-Type: application/json',
      'Content-Length: 2',
      'Connection: close',
      '',
      '{}',
    ]);
    expect(answer).toMatch(/^HTTP\/1.1 400 .*"error":"invalid_idempotency_key"/s);
  });

  it.each([['k'], ['k'.repeat(255)], ['a b!~"\\']])('%p is a key', async (name) => {
    expect((await send(name)).status).toBe(201);
  });

  it('left out gives every request its own id', async () => {
    const ids = await Promise.all(
      Array.from(
        { length: 5 },
        async () => (await api.request<{ id: string }>('/v3/things', { key: key.text, json: {} })).body.id,
      ),
    );
    expect(new Set(ids).size).toBe(5);
    for (const id of ids) expect(id).toMatch(/^thg_[0-9A-HJKMNP-TV-Z]{26}$/);
  });

  it('is not kept as text', async () => {
    const name = 'order of Jane Doe';
    const { body: answer } = await send(name);
    expect(JSON.stringify(await rows().findOne({ newId: answer.id } as object))).not.toContain('Jane');
  });
});
