import { readConfig, readElasticsearchConfig } from '../src/config';
import { readElasticsearchAccess } from '../src/server-access';

const ports = (env: Record<string, string>) => {
  const config = readConfig({ SIGNING_KEY: Buffer.alloc(32).toString('base64'), ...env });
  const { METRICS_PORT, WORKER_METRICS_PORT, TEMPORAL_METRICS_PORT } = config;
  return [METRICS_PORT, WORKER_METRICS_PORT, TEMPORAL_METRICS_PORT];
};

test.each([
  ['no port', {}, [undefined, undefined, undefined]],
  ['an empty one', { METRICS_PORT: '', WORKER_METRICS_PORT: '9000' }, [undefined, undefined, undefined]],
  ['a port', { METRICS_PORT: '9464' }, [9464, 9465, 9466]],
  ['a free one', { METRICS_PORT: '0' }, [0, 0, undefined]],
  [
    'ports of their own',
    { METRICS_PORT: '9464', WORKER_METRICS_PORT: '9464', TEMPORAL_METRICS_PORT: '9000' },
    [9464, 9464, 9000],
  ],
])('%s of metrics gives each program its own', (_, env, expected) => {
  expect(ports(env as Record<string, string>)).toEqual(expected);
});

test.each([
  ['METRICS_PORT', '65534'],
  ['METRICS_PORT', 'yes'],
  ['TEMPORAL_METRICS_PORT', '0'],
  ['METRICS_HOST', 'localhost'],
  ['METRICS_HOST', '127.0.0.1:9464'],
])('%s=%s is refused by its name', (name, value) => {
  expect(() => ports({ [name]: value })).toThrow(new RegExp(`^ {2}${name}: `, 'm'));
});

describe('ELASTICSEARCH_URL', () => {
  const nodesOf = (url?: string) => readElasticsearchAccess(readElasticsearchConfig(url ?? '', {})).nodes;

  it.each([
    ['', ['http://127.0.0.1:9200']],
    ['https://user:p%2Cq@a.example', ['https://user:p%2Cq@a.example']],
    ['http://a.example:9200, http://b.example:9200', ['http://a.example:9200', 'http://b.example:9200']],
  ])('%j names nodes', (url, nodes) => {
    expect(nodesOf(url)).toEqual(nodes);
  });

  it.each(['a.example:9200', 'http://a.example,', 'http://a.example,b'])('%j is refused', (url) => {
    expect(() => nodesOf(url)).toThrow(/^ {2}ELASTICSEARCH_URL.*: must be the URL of a node/m);
  });
});
