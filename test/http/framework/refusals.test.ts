import { z } from 'zod';
import { fieldIssues } from '../../../api/http/field-issues';
import { issueMessage } from '../../../api/http/issue-message';
import { startApi, type RequestOptions, type TestApi, type TestKey } from '../../setup/api';
import { echoRoutes } from './sample-routes';

let api: TestApi;
let key: TestKey;
beforeAll(async () => {
  api = await startApi({ routes: echoRoutes });
  key = await api.createKey();
});
afterAll(() => api.close());

const json = { 'content-type': 'application/json' };
const send = (path: string, options: RequestOptions = {}) => api.request(path, { key: key.text, ...options });

describe('a refusal that is no field validation has the five members of the v2 body', () => {
  const deep = '['.repeat(65) + ']'.repeat(65);
  const cases: [string, string, RequestOptions, number, string][] = [
    ['an unknown path of v2', '/v2/none', {}, 404, 'route_not_found'],
    ['an unknown path of v3', '/v3/none?a=1', {}, 404, 'route_not_found'],
    ['an unknown path of no version', '/none', {}, 404, 'route_not_found'],
    ['a path with a slash too many', '/v3/open/', {}, 404, 'route_not_found'],
    ['a path in other case', '/V3/open', {}, 404, 'route_not_found'],
    ['another method', '/v3/things/a', { method: 'PATCH' }, 405, 'method_not_allowed'],
    ['an unheard-of method', '/v3/open', { method: 'PROPFIND' }, 405, 'method_not_allowed'],
    ['broken JSON', '/v3/echo', { body: '{"name": ', headers: json }, 400, 'malformed_json'],
    ['JSON with trailing text', '/v3/echo', { body: '{} {}', headers: json }, 400, 'malformed_json'],
    [
      'bytes that are not UTF-8',
      '/v3/echo',
      { body: Buffer.from('7b226e616d65223a22ff227d', 'hex'), headers: json },
      400,
      'malformed_json',
    ],
    ['deep nesting', '/v3/echo', { body: deep, headers: json }, 400, 'malformed_json'],
    ['no content type', '/v3/echo', { body: Buffer.from('{}') }, 415, 'unsupported_media_type'],
    [
      'another content type',
      '/v3/echo',
      { body: '{}', headers: { 'content-type': 'text/plain' } },
      415,
      'unsupported_media_type',
    ],
    [
      'another charset',
      '/v3/echo',
      { body: '{}', headers: { 'content-type': 'application/json; charset=latin1' } },
      415,
      'unsupported_media_type',
    ],
    [
      'a compressed body',
      '/v3/echo',
      { body: '{}', headers: { ...json, 'content-encoding': 'gzip' } },
      415,
      'unsupported_media_type',
    ],
    [
      'a body that announces too much',
      '/v3/echo',
      { json: { name: 'x'.repeat(3_000) } },
      413,
      'payload_too_large',
    ],
    ['an unknown query parameter on v3', '/v3/things/a?bogus=1', {}, 400, 'validation_error'],
    [
      'an unknown query parameter on v2',
      '/v2/echo?bogus=1',
      { json: { name: 'abc' } },
      400,
      'validation_error',
    ],
    ['an unexpected fault', '/v3/broken', {}, 500, 'internal_error'],
  ];
  it.each(cases)('%s', async (_, path, options, status, code) => {
    const response = await send(path, options);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('x-request-id')).toMatch(/^req_\d{10}_[0-9a-f]{8}$/);
    expect(response.body).toMatchObject({ error: code, path: path.split('?')[0], success: false });
    expect(Object.keys(response.body as object)).toEqual(['error', 'message', 'details', 'path', 'success']);
  });

  it('an unknown path of v1 has the v1 body', async () => {
    const { status, body } = await api.request('/v1/indexes');
    expect([status, body]).toEqual([
      404,
      { error: 'ROUTE_NOT_FOUND', message: 'No such route.', status_code: 404 },
    ]);
  });

  it('another method is told which ones the route takes', async () => {
    const { headers, body } = await send('/v3/things/a', { method: 'PATCH' });
    expect([headers.get('allow'), body]).toMatchObject([
      'DELETE, GET, HEAD, OPTIONS',
      { message: 'The route does not take PATCH; it takes DELETE, GET, HEAD.' },
    ]);
  });

  it('counts a body that does not announce its length', async () => {
    const chunks = new ReadableStream({
      pull(controller) {
        controller.enqueue(Buffer.alloc(1_000, ' '));
      },
    });
    const { status, body } = await send('/v3/echo', { method: 'POST', body: chunks, headers: json });
    expect([status, body]).toMatchObject([
      413,
      { error: 'payload_too_large', details: { max_bytes: 2_000 } },
    ]);
  });

  it('says nothing of an unexpected fault but the request id', async () => {
    const { headers, body, text } = await send('/v3/broken');
    expect(body).toMatchObject({
      message: `Something went wrong on our side. The request id is ${headers.get('x-request-id')}.`,
    });
    expect(text).not.toContain('secret');
  });
});

describe('methods', () => {
  it('405 names what the path has', async () => {
    const { headers } = await send('/v3/things/a', { method: 'POST', json: {} });
    expect(headers.get('allow')).toBe('DELETE, GET, HEAD, OPTIONS');
  });

  it('OPTIONS answers the same list without a body', async () => {
    const { status, headers, text } = await api.request('/v3/things/a', { method: 'OPTIONS' });
    expect([status, headers.get('allow'), text]).toEqual([204, 'DELETE, GET, HEAD, OPTIONS', '']);
  });

  it('HEAD answers what GET would, without the body', async () => {
    const get = await send('/v3/things/a');
    const head = await send('/v3/things/a', { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(get.text)));
  });

  it('204 has no body', async () => {
    const { status, text } = await send('/v3/things/a', { method: 'DELETE' });
    expect([status, text]).toEqual([204, '']);
  });
});

describe('wrong fields', () => {
  const cases: [string, unknown, unknown[]][] = [
    ['missing', {}, [['name'], 'missing']],
    ['unknown', { name: 'abc', colour: 1 }, [['colour'], 'extra_forbidden']],
    ['unknown, nested', { name: 'abc', inner: { code: 'A', x: 1 } }, [['inner', 'x'], 'extra_forbidden']],
    ['another type', { name: 7 }, [['name'], 'string_type']],
    ['null for a string', { name: null }, [['name'], 'string_type']],
    ['too short', { name: 'a' }, [['name'], 'string_too_short']],
    ['too long', { name: 'abcdef' }, [['name'], 'string_too_long']],
    ['no integer', { name: 'abc', count: 1.5 }, [['count'], 'int_type']],
    ['below', { name: 'abc', count: -1 }, [['count'], 'greater_than_equal']],
    ['above', { name: 'abc', count: 11 }, [['count'], 'less_than_equal']],
    ['not above', { name: 'abc', ratio: 0 }, [['ratio'], 'greater_than']],
    ['not below', { name: 'abc', ratio: 1 }, [['ratio'], 'less_than']],
    ['no choice', { name: 'abc', mode: 'medium' }, [['mode'], 'enum']],
    ['no boolean', { name: 'abc', flag: 'true' }, [['flag'], 'bool_type']],
    ['no list', { name: 'abc', tags: 'a' }, [['tags'], 'list_type']],
    ['no list, but longer than one', { name: 'abc', tags: 'abc' }, [['tags'], 'list_type']],
    ['list too long', { name: 'abc', tags: ['a', 'b', 'c'] }, [['tags'], 'too_long']],
    ['wrong item', { name: 'abc', tags: ['a', 1] }, [['tags', 1], 'string_type']],
    ['wrong form', { name: 'abc', inner: { code: 'a' } }, [['inner', 'code'], 'string_pattern_mismatch']],
    ['no object', [], [[], 'dict_type']],
  ];
  it.each(cases)(
    '%s: 422 with place and rule on v3, the same as 400 validation_error on v2',
    async (_, sent, [where, type]) => {
      const item = {
        loc: ['body', ...(where as unknown[])],
        msg: expect.stringMatching(/./) as string,
        type,
      };
      const v3 = await send('/v3/echo', { json: sent });
      expect([v3.status, v3.body]).toEqual([422, { detail: [item] }]);
      const v2 = await send('/v2/echo', { json: sent });
      expect([v2.status, v2.body]).toMatchObject([
        400,
        { error: 'validation_error', details: [item], path: '/v2/echo' },
      ]);
    },
  );

  it.each([
    ['of values', z.strictObject({ kind: z.enum(['a', 'b']) })],
    ['of forms', z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('a') })])],
    ['of types', z.strictObject({ kind: z.union([z.string(), z.number()]) })],
  ])('a choice %s that was not sent is missing', (_, schema) => {
    const { error } = schema.safeParse({});
    expect(fieldIssues('body', error!, {})).toEqual([
      { loc: ['body', 'kind'], msg: 'is required', type: 'missing' },
    ]);
  });

  it('names the values by which forms are told apart', () => {
    const forms = ['a', 'b'].map((kind) => z.strictObject({ kind: z.literal(kind) }));
    const schema = z.discriminatedUnion('kind', forms as [(typeof forms)[number]]);
    const { error } = schema.safeParse({ kind: 'c' }, { error: issueMessage });
    expect(fieldIssues('body', error!, { kind: 'c' })).toMatchObject([
      { loc: ['body', 'kind'], msg: 'must be one of "a", "b"' },
    ]);
  });

  it('says in plain words what a value must be', async () => {
    const sent = { name: 'a', count: 1.5, ratio: 1, mode: 'x', flag: 'yes', tags: ['a', 'b', 'c'], free: 1 };
    const { body } = await send('/v3/echo', { json: sent });
    const { detail } = body as { detail: { loc: string[]; msg: string }[] };
    expect(Object.fromEntries(detail.map(({ loc, msg }) => [loc[1], msg]))).toEqual({
      name: 'must have at least 2 characters',
      count: 'must be a whole number',
      ratio: 'must be less than 1',
      mode: 'must be one of "fast", "slow"',
      flag: 'must be true or false',
      tags: 'must have at most 2 items',
      free: 'must be an object',
    });
  });

  it('names every wrong field, and at most a hundred of a hostile body', async () => {
    const two = await send('/v2/echo', { json: { count: 11, mode: 'x' } });
    expect((two.body as { details: unknown[] }).details).toHaveLength(3);
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`field-${n}`, n]));
    const { body } = await send('/v2/echo', { json: { name: 'abc', ...many } });
    expect((body as { details: unknown[] }).details).toHaveLength(100);
  });

  it('a missing body is a missing field, unless the route can do without', async () => {
    const missing = await send('/v3/echo', { method: 'POST' });
    expect([missing.status, missing.body]).toEqual([
      422,
      { detail: [{ loc: ['body'], msg: 'is required', type: 'missing' }] },
    ]);
    const optional = await send('/v2/echo', { method: 'PUT' });
    expect([optional.status, optional.body]).toMatchObject([200, { body: null }]);
    // Whoever streams a body does not say beforehand that nothing comes.
    const streamed = (method: string) =>
      send('/v2/echo', { method, body: new Blob([]).stream(), headers: json });
    expect([(await streamed('PUT')).status, (await streamed('POST')).body]).toMatchObject([
      200,
      { error: 'validation_error', details: [{ loc: ['body'], type: 'missing' }] },
    ]);
  });

  it.each([
    ['of the body', '{"name":"abc","__proto__":{"flag":true}}', ['body', '__proto__']],
    ['deep inside', '{"name":"abc","free":{"a":[{"__proto__":1}]}}', ['body', 'free', 'a', 0, '__proto__']],
  ])('__proto__ as a member %s is an unknown field', async (_, body, loc) => {
    const response = await send('/v3/echo', { method: 'POST', body, headers: json });
    expect([response.status, response.body]).toMatchObject([
      422,
      { detail: [{ loc, type: 'extra_forbidden' }] },
    ]);
  });

  it('a body full of __proto__ is answered with a hundred of them', async () => {
    const body = `{"name":"abc","free":{"a":[${Array.from({ length: 5_000 }, () => '{"__proto__":1}').join()}]}}`;
    const { status, body: answer } = await send('/v2/echo', { method: 'POST', body, headers: json });
    expect([status, (answer as { details: unknown[] }).details.length]).toEqual([400, 100]);
  });

  it('constructor and its like are members like any other, and the last of two equal names holds', async () => {
    const body = '{"name":"first","name":"abc","free":{"constructor":1,"toString":2}}';
    const response = await send('/v3/echo', { method: 'POST', body, headers: json });
    expect(response.body).toMatchObject({ body: { name: 'abc', free: { constructor: 1, toString: 2 } } });
  });
});

describe('path and query parameters', () => {
  it('come converted, with their defaults', async () => {
    expect((await send('/v3/things/a%20b?limit=7')).body).toMatchObject({
      params: { thing_id: 'a b' },
      query: { limit: 7 },
    });
    expect((await send('/v3/things/a')).body).toMatchObject({ query: { limit: 100 } });
  });

  it.each([
    ['/v3/things/a?limit=0', ['query', 'limit'], 'greater_than_equal'],
    ['/v3/things/a?limit=x', ['query', 'limit'], 'float_type'],
    ['/v3/things/a?limit=1&limit=2', ['query', 'limit'], 'value_error'],
    ['/v3/things/abcdefghijk', ['path', 'thing_id'], 'string_too_long'],
    ['/v3/things/%ff', ['path'], 'value_error'],
    ['/v3/things/50%', ['path'], 'value_error'],
  ])('%s is 422', async (path, loc, type) => {
    const { status, body } = await send(path);
    expect([status, body]).toMatchObject([422, { detail: [{ loc, type }] }]);
  });

  it('an unknown one is named', async () => {
    const { body } = await send('/v3/things/a?limit=1&__proto__=2&y=3');
    expect(body).toMatchObject({
      details: [{ loc: ['query', '__proto__'], type: 'extra_forbidden' }, { loc: ['query', 'y'] }],
    });
  });

  it.each([
    '/v3/things/%E0%A4%A',
    '/v3/things/%00',
    '/v3/things/..%2f..',
    '//v3/open',
    '/v3/things/a?limit=%E0%A4%A',
  ])('%s is answered, not failed', async (path) => {
    const { status } = await send(path);
    expect(status).toBeLessThan(500);
  });
});

test('every answer tells browsers to leave it alone', async () => {
  const { headers } = await send('/v3/open');
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
});
