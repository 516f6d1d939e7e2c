import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  createObjectStores,
  type ObjectAccess,
  type ObjectStore,
  type ObjectStores,
} from '../../src/object-stores';
import { createTestAuthority } from '../net/certificates';
import { startFileServer } from '../net/file-server';
import { serviceAccount } from '../setup/object-store-servers';

const never = new AbortController().signal;
const page = { after: null, limit: 100, signal: never };
const access = { accessKeyId: 'id', secretAccessKey: 'secret' };

const families = ['s3compatible', 'azure', 'gcs'] as const;
type Family = (typeof families)[number];

/** A server that stands for all vendors; `answer` decides what it says. */
describe('a server of object stores that misbehaves', () => {
  let server: Server;
  let stores: ObjectStores;
  let answer: RequestListener;
  let seen: IncomingMessage[];
  let endpoint: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push(request);
      if (request.url === '/token') response.end(JSON.stringify({ access_token: 't', expires_in: 3_599 }));
      else answer(request, response);
    });
    // A connection that is closed while it is used again would be another fault than the one that a test is
    // about.
    server.keepAliveTimeout = 0;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    stores = createObjectStores({
      allowCidrs: ['127.0.0.0/8'],
      endpoints: { s3: endpoint, azure: endpoint, gcs: endpoint },
    });
  });
  beforeEach(() => {
    seen = [];
  });
  afterAll(async () => {
    await stores.close();
    server.closeAllConnections();
    server.close();
  });

  const sources: Record<Family, () => ObjectAccess> = {
    s3compatible: () => ({
      family: 's3compatible',
      endpointUrl: endpoint,
      bucket: 'bucket',
      region: 'us-east-1',
      access,
    }),
    azure: () => ({ family: 'azure', container: 'bucket', accountName: 'acme', accountKey: 'a2V5' }),
    gcs: () => ({ family: 'gcs', bucket: 'bucket', serviceAccountJson: serviceAccount('a@b.example') }),
  };
  const open = (family: Family): ObjectStore => stores.open(sources[family]());
  const failure = (attempt: Promise<unknown>) => attempt.catch((error: unknown) => error);

  const listing: Record<Family, string> = {
    s3compatible:
      '<?xml version="1.0"?><ListBucketResult><IsTruncated>true</IsTruncated><Contents><Key>a</Key><Size>1</Size>',
    azure: '<?xml version="1.0"?><EnumerationResults><Blobs><Blob><Name>a</Name>',
    gcs: '{"nextPageToken": "x", "items": [{"name": "a", "size": "1"}',
  };

  describe.each(families)('as %s', (family) => {
    test.each<[string, RequestListener, object]>([
      ['is too busy', (_, response) => response.writeHead(503).end(), { retryable: true }],
      ['asks for patience', (_, response) => response.writeHead(429).end(), { retryable: true }],
      ['fails', (_, response) => response.writeHead(500).end('<html>oops</html>'), { retryable: true }],
      ['hangs up', (request) => request.socket.destroy(), { retryable: true }],
      [
        'stops in the middle of a listing',
        (_, response) => {
          response.writeHead(200, { 'content-length': '5000', 'content-type': 'application/xml' });
          response.write(listing[family], () => response.destroy());
        },
        { retryable: true },
      ],
      [
        'ends a listing too early',
        (_, response) => response.writeHead(200, { 'content-type': 'application/xml' }).end(listing[family]),
        {},
      ],
      [
        'speaks of something else',
        (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>hello & <b'),
        {},
      ],
      [
        'sends elsewhere',
        (_, response) => response.writeHead(307, { location: 'http://169.254.169.254/' }).end(),
        {},
      ],
      ['does not allow the method', (_, response) => response.writeHead(405).end(), { retryable: false }],
    ])('when it %s a listing is download_failed', async (_, misbehave, expected) => {
      answer = misbehave;
      const error = await failure(open(family).list('', page));
      expect(error).toMatchObject({ name: 'ObjectStoreError', code: 'download_failed', ...expected });
    });

    test('a body that breaks off fails as something to try again', async () => {
      answer = (_, response) => {
        response.writeHead(200, { 'content-length': '5000', etag: '"1"' });
        response.write('x'.repeat(100), () => setImmediate(() => response.destroy()));
      };
      const { body } = await open(family).read('a.txt', { byteMax: 10_000, signal: never });
      expect(await failure(text(body))).toMatchObject({ code: 'download_failed', retryable: true });
      const late = await open(family).read('a.txt', { byteMax: 10_000, signal: never });
      if (!late.body.closed) await once(late.body, 'close').catch(() => undefined);
      expect(await failure(text(late.body))).toMatchObject({ code: 'download_failed', retryable: true });
    });

    test('a body without an announced length is refused or cut off where it becomes too large', async () => {
      answer = (_, response) => {
        const more = () => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
        };
        response.on('drain', more);
        more();
      };
      const reading = open(family)
        .read('a.txt', { byteMax: 1_000_000, signal: never })
        .then(({ body }) => text(body));
      // The library of Azure insists on a length.
      const code = family === 'azure' ? 'download_failed' : 'file_too_large';
      expect(await failure(reading)).toMatchObject({ code });
    });
  });

  test.each<Family>(['s3compatible', 'gcs'])(
    'of %s cannot fill the memory with a listing',
    async (family) => {
      let sent = 0;
      answer = (_, response) => {
        response.writeHead(200, { 'content-type': 'application/xml' });
        response.write(listing[family]);
        const more = () => {
          while (!response.destroyed && response.write(' '.repeat(65_536))) sent += 65_536;
        };
        response.on('drain', more);
        more();
      };
      const error = await failure(open(family).list('', page));
      expect(error).toMatchObject({ code: 'download_failed' });
      expect(sent).toBeLessThan(64 * 1024 * 1024);
    },
  );

  test('cannot send a listing in circles', async () => {
    answer = (_, response) => {
      response.end(`${listing.s3compatible}</Contents></ListBucketResult>`);
    };
    const first = await open('s3compatible').list('', page);
    expect(first).toMatchObject({ objects: [{ key: 'a' }], next: 'a' });
    const error = await failure(open('s3compatible').list('', { ...page, after: 'a' }));
    expect(error).toMatchObject({ code: 'download_failed', retryable: false });
  });

  test.each<[Family, string, string]>([
    ['s3compatible', 'x/../secret.txt', '/bucket/x/../secret.txt?x-id=GetObject'],
    ['s3compatible', '../other/secret.txt', '/bucket/../other/secret.txt?x-id=GetObject'],
    ['gcs', '../x/%2e%2e/y', '/storage/v1/b/bucket/o/..%2Fx%2F%252e%252e%2Fy?alt=media'],
    ['gcs', 'a?alt=json#b', '/storage/v1/b/bucket/o/a%3Falt%3Djson%23b?alt=media'],
  ])('is asked as %s for a key %s as it stands', async (family, key, path) => {
    answer = (_, response) => response.end('content');
    const { body } = await open(family).read(key, { byteMax: 100, signal: never });
    expect(await text(body)).toBe('content');
    expect(seen.at(-1)!.url).toBe(path);
  });

  test.each(['x/../secret.txt', '..', './a', 'a\\..\\b', ''])(
    'is never asked by the Azure library for %j, which it would turn into another key',
    async (key) => {
      const error = await failure(open('azure').read(key, { byteMax: 100, signal: never }));
      expect(error).toMatchObject({ code: 'not_found' });
      expect(seen).toEqual([]);
    },
  );

  test.each(families)('of %s is reached directly, whatever proxies the environment names', async (family) => {
    const environment = { ...process.env };
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY'])
      process.env[name] = 'http://127.0.0.1:1';
    answer = (_, response) => response.writeHead(404).end();
    try {
      const fresh = createObjectStores({
        allowCidrs: ['127.0.0.0/8'],
        endpoints: { azure: endpoint, gcs: endpoint },
      });
      const error = await failure(fresh.open(sources[family]()).list('', page));
      expect(error).toMatchObject({ code: 'not_found' });
      await fresh.close();
    } finally {
      process.env = environment;
    }
  });

  const s3Error = (code: string, more = '', message = 'no') =>
    `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message>${more}</Error>`;
  test.each<[string, number, Record<string, string>, string, string]>([
    ['a redirect', 301, { 'x-amz-bucket-region': 'eu-west-1' }, s3Error('PermanentRedirect'), 'eu-west-1'],
    ['a redirect without a word', 301, {}, '', 'not say which'],
    [
      'a signature for another region',
      400,
      {},
      s3Error('AuthorizationHeaderMalformed', '<Region>eu-central-1</Region>'),
      'eu-central-1',
    ],
    ['a constraint', 400, {}, s3Error('IllegalLocationConstraintException'), 'not say which'],
    [
      'a region that is none',
      301,
      { 'x-amz-bucket-region': 'http://evil.example/<b>' },
      s3Error('PermanentRedirect'),
      'not say which',
    ],
  ])('that answers with %s is said to have another region', async (_, status, headers, body, told) => {
    answer = (_, response) => response.writeHead(status, headers).end(body);
    for (const attempt of [
      open('s3compatible').list('', page),
      open('s3compatible').read('a', { byteMax: 100, signal: never }),
    ]) {
      const error = await failure(attempt);
      expect(error).toMatchObject({ code: 'download_failed', retryable: false });
      expect(String(error)).toContain('another region');
      expect(String(error)).toContain(told);
      expect(String(error)).not.toContain('evil');
    }
  });

  test('that refuses the credentials is not said to have another region', async () => {
    answer = (_, response) =>
      response.writeHead(403, { 'x-amz-bucket-region': 'eu-west-1' }).end(s3Error('AccessDenied'));
    expect(await failure(open('s3compatible').list('', page))).toMatchObject({ code: 'access_denied' });
  });

  test('never sees a key file, and no address in one is asked', async () => {
    answer = (_, response) => response.end('{}');
    await open('gcs').list('', page);
    expect(seen.map(({ url }) => url!.split('?')[0])).toEqual(['/token', '/storage/v1/b/bucket/o']);
  });

  test.each([
    ['no JSON', 'nonsense'],
    ['another kind of account', JSON.stringify({ type: 'authorized_user', client_email: 'a@b.example' })],
    [
      'a key that is none',
      JSON.stringify({ type: 'service_account', client_email: 'a@b.example', private_key: 'secret' }),
    ],
    ['a text without end', ' '.repeat(100_000)],
  ])('is not even asked with a key file of %s', (_, serviceAccountJson) => {
    const source: ObjectAccess = { family: 'gcs', bucket: 'bucket', serviceAccountJson };
    expect(() => stores.open(source)).toThrow(expect.objectContaining({ code: 'access_denied' }) as Error);
    expect(() => stores.open(source)).toThrow(/^(?!.*secret)/);
  });

  test('is asked for a role first, with the external id, and then with what the role grants', async () => {
    const environment = { ...process.env };
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'OWN', AWS_SECRET_ACCESS_KEY: 'own-secret' });
    let asked = '';
    answer = (request, response) => {
      if (request.method === 'GET') {
        response.end('<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>');
        return;
      }
      request.on('data', (data: Buffer) => (asked += data.toString()));
      request.on('end', () => {
        const ends = new Date(Date.now() + 3_600_000).toISOString();
        response.end(
          '<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials>' +
            '<AccessKeyId>GRANTED</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>tok</SessionToken>' +
            `<Expiration>${ends}</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>`,
        );
      });
    };
    try {
      const roleArn = 'arn:aws:iam::123456789012:role/reader';
      const store = stores.open({
        family: 's3',
        bucket: 'bucket',
        region: 'us-east-1',
        access: { roleArn, externalId: 'ext-1' },
      });
      await store.list('', page);
      await store.list('', page);
      const form = new URLSearchParams(asked);
      expect(Object.fromEntries(form)).toMatchObject({ RoleArn: roleArn, ExternalId: 'ext-1' });
      expect(seen.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET']);
      expect(seen[0]!.headers.authorization).toContain('Credential=OWN/');
      expect(seen[2]!.headers.authorization).toContain('Credential=GRANTED/');
      expect(seen[2]!.headers['x-amz-security-token']).toBe('tok');
    } finally {
      process.env = environment;
    }
  });

  test('is refused as access_denied where the role is not granted', async () => {
    answer = (_, response) =>
      response.writeHead(403).end('<ErrorResponse><Error><Code>AccessDenied</Code></Error></ErrorResponse>');
    const environment = { ...process.env };
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'OWN', AWS_SECRET_ACCESS_KEY: 'own-secret' });
    try {
      const store = stores.open({
        family: 's3',
        bucket: 'bucket',
        region: 'us-east-1',
        access: { roleArn: 'arn:aws:iam::123456789012:role/reader', externalId: 'ext-1' },
      });
      expect(await failure(store.list('', page))).toMatchObject({ code: 'access_denied' });
    } finally {
      process.env = environment;
    }
  });
});

describe('the address of a server that a customer names', () => {
  test('is reached by TLS with a certificate that is checked', async () => {
    const [authority, stranger] = await Promise.all([createTestAuthority(), createTestAuthority()]);
    const server = await startFileServer(await authority.issue(), (_, response) => response.end('content'));
    const url = `https://localhost:${server.port}`;
    const read = async (ca: string) => {
      const stores = createObjectStores({ allowCidrs: ['127.0.0.0/8'], ca: [ca] });
      try {
        return await text((await open(stores, url).read('a', { byteMax: 100, signal: never })).body);
      } catch (error) {
        return error;
      } finally {
        await stores.close();
      }
    };
    expect(await read(authority.ca)).toBe('content');
    expect(await read(stranger.ca)).toMatchObject({ code: 'download_failed' });
    await server.close();
  });

  test('is not connected to without TLS where it is public', async () => {
    const stores = createObjectStores({ allowCidrs: [], resolve: () => Promise.resolve(['8.8.8.8']) });
    const error = await open(stores, 'http://minio.example.com')
      .list('', page)
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'download_failed', retryable: false });
    expect(String(error)).toContain('https');
    await stores.close();
  });

  const open = (stores: ObjectStores, endpointUrl: string) =>
    stores.open({ family: 's3compatible', endpointUrl, bucket: 'bucket', region: 'us-east-1', access });

  test.each([
    ['https://127.0.0.1:9000', 'private_address'],
    ['http://169.254.169.254', 'private_address'],
    ['https://[::1]:9000', 'private_address'],
    ['https://localhost:9000', 'private_address'],
    ['https://10.1.2.3', 'private_address'],
    ['https://[::ffff:127.0.0.1]', 'private_address'],
    ['https://0x7f.1', 'private_address'],
    ['https://8.8.8.8:22', 'download_failed'],
  ])('%s is not connected to: %s', async (endpointUrl, code) => {
    const stores = createObjectStores({ allowCidrs: [] });
    const error = await open(stores, endpointUrl)
      .list('', page)
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'ObjectStoreError', code });
    await stores.close();
  });
});
