import { readConfig } from '../src/config';

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
