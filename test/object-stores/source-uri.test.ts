import { type ObjectStoreFamily } from '../../src/domain/platform/object-store';
import {
  directoryPrefix,
  isEndpointUrl,
  linkUri,
  type ObjectAccess,
  objectUri,
  parseObjectUri,
  sourcePatterns,
  takesJurisdiction,
} from '../../src/object-stores';
import { r2Endpoint } from '../../src/object-stores/source-rules';

describe('the address of an object', () => {
  test.each<[ObjectStoreFamily, string, string, string]>([
    ['s3', 's3://bucket/key', 'bucket', 'key'],
    ['s3', 'S3://bucket/a/b.pdf', 'bucket', 'a/b.pdf'],
    ['s3compatible', 's3://bucket/key', 'bucket', 'key'],
    ['gcs', 'gs://bucket/a/../b', 'bucket', 'a/../b'],
    ['azure', 'azure://container/x y%20z?q#h', 'container', 'x y%20z?q#h'],
    ['r2', 'r2://bucket//twice', 'bucket', '/twice'],
    ['s3', 's3://bucket/東京.txt', 'bucket', '東京.txt'],
  ])('of %s, %s, is taken apart without decoding anything', (family, uri, bucket, key) => {
    expect(parseObjectUri(family, uri)).toEqual({ bucket, key });
  });

  test.each<[ObjectStoreFamily, string]>([
    ['s3', 'gs://bucket/key'],
    ['gcs', 's3://bucket/key'],
    ['r2', 's3://bucket/key'],
    ['s3', 's3:/bucket/key'],
    ['s3', 's3://bucket'],
    ['s3', 's3://bucket/'],
    ['s3', 's3://bucket/folder/'],
    ['s3', 's3:///key'],
    ['s3', ''],
    ['s3', `s3://bucket/${'x'.repeat(1_025)}`],
    ['azure', 'https://account.blob.core.windows.net/c/k'],
  ])('of %s is not %j', (family, uri) => {
    expect(parseObjectUri(family, uri)).toBeNull();
  });

  test.each([
    ['', ''],
    ['/', ''],
    ['reports', 'reports/'],
    ['/reports/2026/', 'reports/2026/'],
  ])('below a folder %j begins with %j', (path, prefix) => {
    expect(directoryPrefix(path)).toBe(prefix);
  });
});

describe('the identity of an object', () => {
  const access = { accessKeyId: 'id', secretAccessKey: 'secret' };
  const account = 'f'.repeat(32);
  const sources: [ObjectAccess, string][] = [
    [{ family: 's3', bucket: 'b', region: 'eu-west-1', access }, 's3://b/k/x.txt'],
    [{ family: 'gcs', bucket: 'b', serviceAccountJson: '{}' }, 'gs://b/k/x.txt'],
    [
      { family: 'azure', container: 'b', accountName: 'acme', accountKey: 'secret' },
      'azure://acme/b/k/x.txt',
    ],
    [
      { family: 'r2', bucket: 'b', accountId: account, jurisdiction: 'default', access },
      `r2://${account}/b/k/x.txt`,
    ],
    [
      { family: 'r2', bucket: 'b', accountId: account, jurisdiction: 'eu', access },
      `r2://${account}.eu/b/k/x.txt`,
    ],
    [
      {
        family: 's3compatible',
        endpointUrl: 'https://Minio.Example.com:443/',
        bucket: 'b',
        region: 'x',
        access,
      },
      's3compatible://minio.example.com/b/k/x.txt',
    ],
  ];

  test.each(sources)('is %# without credentials and region', (source, uri) => {
    expect(objectUri(source, 'k/x.txt')).toBe(uri);
    expect(uri).not.toMatch(/secret|id$/);
  });

  test('differs between all families and jurisdictions', () => {
    expect(new Set(sources.map(([source]) => objectUri(source, 'k'))).size).toBe(sources.length);
  });
});

describe('the identity of a link', () => {
  test.each([
    ['HTTPS://Example.com:443/a/b?x=1#part', 'https://example.com/a/b?x=1'],
    ['https://example.com./a', 'https://example.com/a'],
    ['http://example.com:80?', 'http://example.com/'],
    ['https://example.com/a/../b', 'https://example.com/b'],
    ['https://example.com/a?b=2&a=1', 'https://example.com/a?b=2&a=1'],
    ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
  ])('of %s is %s', (link, uri) => {
    expect(linkUri(link)).toBe(uri);
  });

  test('is none where there is no absolute URL', () => {
    expect(linkUri('/a/b')).toBeNull();
  });
});

describe('rules for sources', () => {
  test('only R2 takes another jurisdiction than the default', () => {
    expect(takesJurisdiction('r2', 'fedramp')).toBe(true);
    for (const family of ['s3', 'gcs', 'azure', 's3compatible'] as const) {
      expect(takesJurisdiction(family, 'default')).toBe(true);
      expect(takesJurisdiction(family, 'eu')).toBe(false);
    }
  });

  test('R2 is reached at a host of the jurisdiction', () => {
    const accountId = '0123456789abcdef'.repeat(2);
    expect(r2Endpoint({ accountId, jurisdiction: 'default' })).toBe(
      `https://${accountId}.r2.cloudflarestorage.com`,
    );
    expect(r2Endpoint({ accountId, jurisdiction: 'eu' })).toBe(
      `https://${accountId}.eu.r2.cloudflarestorage.com`,
    );
  });

  test.each([
    ['https://minio.example.com:9000', true],
    ['https://gateway.example.com/s3', true],
    ['http://10.0.0.1:9000', true],
    ['ftp://minio.example.com', false],
    ['minio.example.com', false],
    ['https://user:word@minio.example.com', false],
    ['https://minio.example.com/?x=1', false],
    ['https://minio.example.com/#x', false],
    ['file:///etc/passwd', false],
  ])('an endpoint %s is accepted: %s', (text, accepted) => {
    expect(isEndpointUrl(text)).toBe(accepted);
  });

  test.each<[keyof typeof sourcePatterns, string, boolean]>([
    ['bucket', 'my-bucket.2026', true],
    ['bucket', 'my_gcs_bucket', true],
    ['bucket', '-bucket', false],
    ['bucket', 'bucket/x', false],
    ['awsRegion', 'eu-central-1', true],
    ['awsRegion', 'evil.example.com#', false],
    ['roleArn', 'arn:aws:iam::123456789012:role/path/reader', true],
    ['roleArn', 'arn:aws:iam::123456789012:user/reader', false],
    ['azureContainer', 'hand-books', true],
    ['azureContainer', '$root', true],
    ['azureContainer', 'hand--books', false],
    ['azureContainer', 'ab', false],
    ['azureAccount', 'acmestore', true],
    ['azureAccount', 'acme.evil', false],
    ['r2Account', 'a'.repeat(32), true],
    ['r2Account', 'evil.example.com/'.padEnd(32, 'a'), false],
  ])('%s %s is accepted: %s', (pattern, text, accepted) => {
    expect(sourcePatterns[pattern].test(text)).toBe(accepted);
  });
});
