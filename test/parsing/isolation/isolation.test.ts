import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runIsolated } from '../../../src/parsing/isolation/isolated-parse';
import { type FromThread, type ToThread } from '../../../src/parsing/isolation/messages';
import { type ParseThread } from '../../../src/parsing/isolation/parse-thread';
import { type ParsedPart, type ParseRequest } from '../../../src/parsing/spreadsheet/parse-request';
import {
  createSpreadsheetParser,
  type SpreadsheetParser,
} from '../../../src/parsing/spreadsheet/parse-spreadsheet';
import { holdTimeouts } from '../../setup/held-timeouts';
import { parseRequest } from '../parse-in-memory';

const entry = join(__dirname, 'threads/scripted.ts');
const never = new AbortController().signal;

let folder: string;
let parser: SpreadsheetParser;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheaf-isolation-'));
  await writeFile(join(folder, 'input'), 'a,b\n');
  parser = createSpreadsheetParser({ threadsMax: 1, entry });
});

afterEach(async () => {
  jest.useRealTimers();
  await parser.close();
  await rm(folder, { recursive: true });
});

function request(script: string): ParseRequest {
  return { ...parseRequest(folder, {}, join(folder, 'input')), jobId: script };
}

function run(
  script: string,
  hooks: { signal?: AbortSignal; onPart?: (part: ParsedPart) => Promise<void> } = {},
  by = parser,
) {
  return by.parseSpreadsheet(request(script), {
    signal: never,
    onProgress: () => undefined,
    onPart: () => Promise.resolve(),
    ...hooks,
  });
}

it('a parsing thread sees variables that its tools are found by, and nothing else of the environment', async () => {
  const { warnings: variables } = await run('tell the environment');
  expect(variables).toContain('PATH');
  expect(['PATH', 'TMPDIR', 'TESSDATA_PREFIX']).toEqual(expect.arrayContaining(variables));
});

(process.platform === 'linux' ? it : it.skip)('a parsing thread leaves the processor to others', async () => {
  const { warnings } = await run('tell the priority');
  expect(warnings).toEqual(['5']);
  expect(getPriority()).toBeLessThan(5);
});

describe('a parse that goes wrong is an error of the file, and the process lives', () => {
  it.each([
    ['the thread runs out of memory', 'eat memory', { name: 'SourceError', code: 'too_large' }],
    [
      'the parser has a bug',
      'throw a bug',
      {
        name: 'SourceError',
        code: 'corrupt',
        cause: expect.objectContaining({ message: 'undefined is not a function' }) as Error,
      },
    ],
    [
      'the thread dies of an error that is not caught',
      'throw outside of the parse',
      { name: 'SourceError', code: 'corrupt' },
    ],
    ['the thread ends itself', 'end the thread', { name: 'SourceError', code: 'corrupt' }],
    [
      'the file is refused',
      'refuse the file',
      { name: 'SourceError', code: 'encrypted', message: 'The workbook needs a password.' },
    ],
    [
      'a file of ours is gone, which is not the fault of the workbook',
      'miss the file',
      { name: 'Error', message: expect.stringContaining('ENOENT') as string },
    ],
  ])('%s', async (_, script, error) => {
    await expect(run(script)).rejects.toMatchObject(error);
    await expect(run('fine')).resolves.toMatchObject({ sheets: 1 });
  });

  it('a parse that never ends is stopped at the deadline', async () => {
    const impatient = createSpreadsheetParser({ threadsMax: 1, entry, deadlineMs: () => 20 });
    await expect(run('spin for ever', {}, impatient)).rejects.toMatchObject({ code: 'too_slow' });
    await impatient.close();
  });

  it('a thread that waits is not stopped at the deadline, which counts its processor time', async () => {
    const impatient = createSpreadsheetParser({ threadsMax: 1, entry, deadlineMs: () => 300 });
    await expect(run('wait, then answer', {}, impatient)).resolves.toMatchObject({ sheets: 1 });
    await impatient.close();
  });

  it('a thread that cannot start is an error each time, not a loop', async () => {
    const broken = createSpreadsheetParser({
      threadsMax: 1,
      entry: join(__dirname, 'threads/never-starts.ts'),
    });
    const first = run('fine', {}, broken);
    const second = run('fine', {}, broken);
    await expect(first).rejects.toThrow('cannot be loaded');
    await expect(second).rejects.toThrow('cannot be loaded');
    await broken.close();
  });
});

describe('an aborted parse', () => {
  it('rejects with the reason and leaves nothing running that writes', async () => {
    const abort = new AbortController();
    const running = run('write for ever', { signal: abort.signal });
    const count = () => readFile(join(folder, 'count'), 'utf8').catch(() => '');
    while ((await count()) === '') await new Promise(setImmediate);
    abort.abort(new Error('cancelled'));
    await expect(running).rejects.toThrow('cancelled');
    const last = await count();
    // A fresh thread does a whole parse in between.
    await run('fine');
    expect(await count()).toBe(last);
  });

  it('waits for the part that is being stored, also where its thread ends at once', async () => {
    const abort = new AbortController();
    const events: string[] = [];
    let send: (message: FromThread) => void;
    const thread: ParseThread<ToThread, FromThread> = {
      ready: Promise.resolve(),
      alive: true,
      busyMs: () => 0,
      listen: (listener) => {
        send = (message) => {
          listener?.message(message);
        };
      },
      send: () => {
        send({ type: 'part', part: {} as ParsedPart });
      },
      keepAlive: () => undefined,
      terminate: () => Promise.resolve(),
    };
    const hooks = {
      signal: abort.signal,
      onProgress: () => undefined,
      onPart: async () => {
        abort.abort(new Error('cancelled'));
        await new Promise(setImmediate);
        events.push('part stored');
      },
    };
    const running = runIsolated(thread, request('three parts'), hooks, 1_000);
    await expect(running.finally(() => events.push('settled'))).rejects.toThrow('cancelled');
    expect(events).toEqual(['part stored', 'settled']);
  });

  it('is not started when it was aborted before, nor when it waits for a thread', async () => {
    await expect(run('fine', { signal: AbortSignal.abort(new Error('too late')) })).rejects.toThrow(
      'too late',
    );
    const busy = new AbortController();
    const waiting = new AbortController();
    const first = run('spin for ever', { signal: busy.signal });
    const second = run('spin for ever', { signal: waiting.signal });
    waiting.abort(new Error('no longer wanted'));
    await expect(second).rejects.toThrow('no longer wanted');
    busy.abort(new Error('enough'));
    await expect(first).rejects.toThrow('enough');
    await expect(run('fine')).resolves.toBeDefined();
  });
});

describe('a thread', () => {
  it('serves one parse after another, also after a file was refused', async () => {
    const { rows: first } = await run('fine');
    await expect(run('refuse the file')).rejects.toThrow('password');
    const { rows: last } = await run('fine');
    expect(last).toBe(first);
  });

  it('is replaced after it was ended', async () => {
    const { rows: first } = await run('fine');
    await expect(run('end the thread')).rejects.toThrow();
    const { rows: last } = await run('fine');
    expect(last).not.toBe(first);
  });

  it('runs one parse at a time; others wait for their turn', async () => {
    const results = await Promise.all([run('fine'), run('fine'), run('fine')]);
    expect(new Set(results.map(({ rows }) => rows)).size).toBe(1);
  });
});

describe('parts', () => {
  it('are reported one by one: the next only after the last one was taken', async () => {
    const events: string[] = [];
    await run('three parts', {
      onPart: async ({ nextSheet }) => {
        events.push(`part ${nextSheet}`);
        await new Promise(setImmediate);
        events.push(`taken ${nextSheet}`);
      },
    });
    expect(events).toEqual(['part 1', 'taken 1', 'part 2', 'taken 2', 'part 3', 'taken 3']);
  });

  it('that cannot be stored end the parse with the error of the store', async () => {
    const running = run('three parts', { onPart: () => Promise.reject(new Error('store is down')) });
    await expect(running).rejects.toThrow('store is down');
  });

  it('may take longer than the deadline, which only counts the time of the thread', async () => {
    const impatient = createSpreadsheetParser({ threadsMax: 1, entry, deadlineMs: () => 60 });
    holdTimeouts();
    let taken = 0;
    const slow = () => {
      jest.advanceTimersByTime(200);
      taken++;
      return Promise.resolve();
    };
    await expect(run('three parts', { onPart: slow }, impatient)).resolves.toBeDefined();
    expect(taken).toBe(3);

    jest.useRealTimers();
    await expect(run('one part, then spin', {}, impatient)).rejects.toMatchObject({ code: 'too_slow' });
    await impatient.close();
  });
});

it('closing rejects what runs', async () => {
  const running = run('spin for ever');
  const settled = expect(running).rejects.toThrow('closed');
  await parser.close();
  await settled;
});

it('a program lives until its parses have settled, and idle threads do not keep it alive', async () => {
  const program = [require.resolve('tsx/cjs'), join(__dirname, 'threads/alone.ts')] as const;
  const { stdout } = await promisify(execFile)(process.execPath, ['--require', ...program]);
  expect(stdout).toBe('parsed\ncancelled\n');
});

it('threads that are terminated while they create streams of zlib leave the process alive', async () => {
  const program = [require.resolve('tsx/cjs'), join(__dirname, 'threads/terminated-inflating.ts')] as const;
  const { stdout } = await promisify(execFile)(process.execPath, ['--require', ...program]);
  expect(stdout).toBe('all ended\n');
});
