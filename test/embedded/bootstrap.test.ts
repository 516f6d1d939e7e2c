import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { useTemporaryFolder } from './temporary-folder';

const folder = useTemporaryFolder();
const scripts = path.resolve(__dirname, '../../scripts');
const bootstrapIt = `import('./scripts/bootstrap.mjs').then((it) => it.bootstrap()).catch((error) => {
  console.log(error.message);
  process.exitCode = 1;
});`;

const lock = {
  '': {},
  'node_modules/koa': { version: '3.0.0' },
  'node_modules/only-elsewhere': { version: '1.0.0', optional: true },
};

function write(name: string, content: string | object): void {
  const file = path.join(folder(), name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
}

/** npm as far as it is needed here: `ci` notes the packages that this platform has. */
function fakeNpm(script: string): void {
  write('bin/npm', `#!/bin/sh\n${script}\n`);
  chmodSync(path.join(folder(), 'bin', 'npm'), 0o755);
}

/** A clone with sources, a lock file, and a compiler that only copies. */
beforeEach(() => {
  cpSync(scripts, path.join(folder(), 'scripts'), { recursive: true });
  for (const name of ['src', 'workflows', 'activities', 'api', 'embedded', 'bench'])
    write(`${name}/index.ts`, '');
  for (const name of ['document-reader', 'personal-data', 'spreadsheet-reader'])
    write(`packages/${name}/bench/index.ts`, '');
  write('src/temporal/bundle-workflows.ts', '');
  for (const name of ['package.json', 'tsconfig.json', 'tsconfig.build.json']) write(name, '{}');
  for (const name of ['personal-data', 'spreadsheet-reader', 'document-reader', 'client', 'cli', 'console'])
    write(`packages/${name}/src/index.ts`, '');
  write('vite.js', `require('node:fs').cpSync('page', 'dist/console-page', { recursive: true })`);
  write('page/index.html', '<p>');
  write('package-lock.json', { packages: lock });
  const installed = { packages: { 'node_modules/koa': lock['node_modules/koa'] } };
  write('installed.json', installed);
  write('tsc', `require('node:fs').cpSync('compiled', 'dist', { recursive: true })`);
  write('compiled/src/temporal/bundle-workflows.js', '');
  const [compiler, bundler] = ['node_modules/typescript-native/bin', 'node_modules/vite/bin'];
  fakeNpm(
    [
      `mkdir -p ${compiler} ${bundler}`,
      `cp tsc ${compiler}/tsc`,
      `cp vite.js ${bundler}`,
      'cp installed.json node_modules/.package-lock.json',
    ].join(' && '),
  );
});

/** Exit code and the steps that were taken, by their names. */
function bootstrap(): { code: number | null; output: string; steps: string[] } {
  const env = {
    ...process.env,
    PATH: `${path.join(folder(), 'bin')}${path.delimiter}${process.env.PATH ?? ''}`,
  };
  const run = spawnSync(process.execPath, ['-e', bootstrapIt], { cwd: folder(), env, encoding: 'utf8' });
  const steps = run.stdout.split('\n').filter((line) => line.includes(': done ('));
  return { code: run.status, output: run.stdout, steps: steps.map((line) => line.split(':')[0]!) };
}

const packageSteps = [
  'Compiling the finder of personal data',
  'Compiling the spreadsheet reader',
  'Compiling the document reader',
  'Compiling the client',
  'Compiling the client for CommonJS',
  'Compiling the command line',
  'Building the console',
];

function age(name: string): void {
  utimesSync(path.join(folder(), name), 1, 1);
}

test('a fresh clone is installed and compiled, and then nothing is left to do', () => {
  expect(bootstrap().steps).toEqual([
    'Installing the packages',
    ...packageSteps,
    'Compiling',
    'Bundling the workflows',
  ]);
  expect(bootstrap().steps).toEqual([]);
});

test.each<[string, () => void, string[]]>([
  [
    'a source changed',
    () => {
      age('dist/.built');
    },
    ['Compiling', 'Bundling the workflows'],
  ],
  [
    'a source of a package changed',
    () => {
      age('dist/.packages-built');
    },
    packageSteps,
  ],
  [
    'the lock file names another version',
    () => {
      write('package-lock.json', { packages: { ...lock, 'node_modules/koa': { version: '3.0.1' } } });
    },
    ['Installing the packages'],
  ],
  [
    'the lock file names a further package',
    () => {
      write('package-lock.json', { packages: { ...lock, 'node_modules/zod': { version: '4.0.0' } } });
    },
    ['Installing the packages'],
  ],
  [
    'the lock file was only written again',
    () => {
      age('node_modules/.package-lock.json');
    },
    [],
  ],
])('when %s, just what that needs is done', (_, change, steps) => {
  bootstrap();
  change();
  expect(bootstrap().steps).toEqual(steps);
});

test('each step is announced before it begins, with a terminal and without', () => {
  write('tsc', `console.log('seen', process.stdout.isTTY); process.exit(2)`);
  const { output } = bootstrap();
  expect(output.split('\n').slice(0, 4)).toEqual([
    'Installing the packages: begun',
    expect.stringMatching(/^Installing the packages: done \(/),
    'Compiling the finder of personal data: begun',
    'Compiling the finder of personal data failed (2).',
  ]);
});

test('a step that fails shows what its tool said, and the next start tries it again', () => {
  fakeNpm('echo "the registry is away" >&2; exit 7');
  const { code, output } = bootstrap();
  expect(code).toBe(1);
  expect(output).toContain('\nInstalling the packages failed (7).\nthe registry is away');
  expect(bootstrap().code).toBe(1);
});

test('a program that does not compile is compiled again at the next start', () => {
  bootstrap();
  age('dist/.built');
  write('node_modules/typescript-native/bin/tsc', `console.log('a.ts(1,1): error'); process.exit(2)`);
  expect(bootstrap().output).toContain('Compiling failed (2).\na.ts(1,1): error');
  expect(bootstrap().output).toContain('Compiling failed (2).');
});

test('workflows that could not be bundled are bundled at the next start', () => {
  write('compiled/src/temporal/bundle-workflows.js', 'process.exit(3)');
  expect(bootstrap().output).toContain('Bundling the workflows failed (3).');
  write('compiled/src/temporal/bundle-workflows.js', '');
  expect(bootstrap().steps).toEqual(['Compiling', 'Bundling the workflows']);
});

describe('compiled files', () => {
  const exists = (name: string) => existsSync(path.join(folder(), name));
  const buildInfo = '.cache/tsconfig.build.tsbuildinfo';

  beforeEach(() => {
    write('src/jobs.ts', '');
    write('compiled/src/jobs.js', '');
    write('compiled/src/jobs.js.map', '');
    write('compiled/package.json', '{}');
    bootstrap();
    write('dist/workflow-bundle.js', '');
    write(buildInfo, '{}');
    // The compiler no longer makes them; the source may be gone.
    for (const name of ['jobs.js', 'jobs.js.map']) rmSync(path.join(folder(), 'compiled/src', name));
  });

  const builds: [string, () => unknown][] = [
    ['the next start', () => bootstrap()],
    ['npm run build', () => spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: folder() })],
  ];

  test.each(builds)(
    'without a source are removed by %s, with all that the compiler remembers',
    (_, build) => {
      rmSync(path.join(folder(), 'src/jobs.ts'));
      build();
      expect(['dist/src/jobs.js', 'dist/src/jobs.js.map', buildInfo].filter(exists)).toEqual([]);
      const kept = ['dist/package.json', 'dist/workflow-bundle.js', 'dist/src/temporal/bundle-workflows.js'];
      expect(kept.filter(exists)).toEqual(kept);
    },
  );

  test.each(builds)('that have their source stay, and %s uses what the compiler remembers', (_, build) => {
    write('src/index.ts', 'changed');
    build();
    const kept = ['dist/src/jobs.js', 'dist/src/jobs.js.map', buildInfo];
    expect(kept.filter(exists)).toEqual(kept);
  });
});
