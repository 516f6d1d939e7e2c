import { readConfig, readElasticsearchConfig, requireEmbeddingModel } from '../src/config';
import { CommandError } from '../src/command-errors';
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

/** The lines of a refusal; none where a configuration is taken. */
function faults(env: Record<string, string>): string[] {
  try {
    const config = readConfig({ SIGNING_KEY: Buffer.alloc(32).toString('base64'), ...env });
    requireEmbeddingModel(config);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(CommandError);
    return (error as CommandError).message.split('\n').slice(1);
  }
}

test.each([
  ['MONGODB_URL', 'mongodb://127.0.0.1:27017', 'MONGODB_URL: must be mongodb://host/database'],
  [
    'MONGODB_URL',
    'mongodb://127.0.0.1:27017/?replicaSet=rs0',
    'MONGODB_URL: must be mongodb://host/database',
  ],
  ['MONGODB_URL', 'http://127.0.0.1/sheaf', 'MONGODB_URL: must be mongodb://host/database'],
  ['PUBLIC_URL', 'ftp://sheaf.example', 'PUBLIC_URL: must be an http or https address'],
  ['PUBLIC_URL', 'localhost:8080', 'PUBLIC_URL: must be an http or https address'],
  ['S3_ENDPOINT', 'minio:9000', 'S3_ENDPOINT: must be an http or https address'],
  ['TEMPORAL_ADDRESS', 'http://127.0.0.1:7233', 'TEMPORAL_ADDRESS: must be host:port, without http://'],
  ['EMBEDDING_MODEL_DIR', '/nowhere', 'EMBEDDING_MODEL_DIR: no embedding model is there'],
  ['MONGO_URL', 'mongodb://a/b', 'MONGO_URL: nothing reads it; did you mean MONGODB_URL?'],
  ['ELASTICSEARCH_ULR', 'http://a', 'ELASTICSEARCH_ULR: nothing reads it; did you mean ELASTICSEARCH_URL?'],
  ['SHEAF_PORT', '80', 'SHEAF_PORT: nothing reads it; did you mean PORT?'],
  ['SHEAF_METRIC_PORT', '4', 'SHEAF_METRIC_PORT: nothing reads it; did you mean METRICS_PORT?'],
  ['public_urls', 'a', 'public_urls: nothing reads it; did you mean PUBLIC_URL?'],
  ['WORKER_PARSE_SLOT', '3', 'WORKER_PARSE_SLOT: nothing reads it; did you mean WORKER_PARSE_SLOTS?'],
])('%s=%s is one line that names the variable', (name, value, line) => {
  expect(faults({ [name]: value })).toEqual([expect.stringContaining(`  ${line}`)]);
});

test.each([
  { MONGODB_URL: 'mongodb://u:p%2Fw@a:1,b:2/sheaf?replicaSet=rs0' },
  { MONGODB_URL: 'mongodb+srv://a.example/sheaf' },
  { TEMPORAL_ADDRESS: '[::1]:7233' },
  { TEMPORAL_ADDRESS: 'temporal-frontend.example' },
  { PUBLIC_URL: 'http://sheaf' },
  {
    EMBEDDING_MODEL_DIR: '/nowhere',
    EMBEDDING_BASE_URL: 'http://a',
    EMBEDDING_MODEL: 'm',
    EMBEDDING_DIMENSIONS: '3',
  },
  // Links of containers, names of other programs, and a name beside the known one.
  {
    SHEAF_PORT: 'tcp://10.0.0.1:80',
    SHEAF_SERVICE_HOST: '10.0.0.1',
    SHEAF_API_KEY: 'a',
    ELASTICSEARCH_PORT: 'tcp://a',
  },
  { MONGODB_URL: 'mongodb://a/b', MONGO_URL: 'mongodb://c/d' },
  { HOSTNAME: 'a', PATH: '/bin', HOME: '/', PWD: '/', NODE_ENV: 'production', LOGNAME: 'a', LANG: 'C' },
])('%j is taken', (env) => {
  expect(faults(env as Record<string, string>)).toEqual([]);
});
