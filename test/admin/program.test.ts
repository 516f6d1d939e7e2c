import { CommanderError } from 'commander';
import { allCommands } from '../../src/admin/command-table';
import { adminProgram } from '../../src/admin/program';
import { UsageError } from '../../src/command-errors';

let printed: string;
beforeEach(() => {
  printed = '';
  for (const stream of [process.stdout, process.stderr])
    jest.spyOn(stream, 'write').mockImplementation((text) => {
      printed += String(text);
      return true;
    });
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** The words of a line; quotes hold blanks together. */
const wordsOf = (line: string) =>
  [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
const run = (line: string) => adminProgram().parseAsync(wordsOf(line), { from: 'user' });

const acme = '--organization acme --environment production';
const create = `keys create ${acme} --permissions`;

it.each([
  [''],
  ['keys'],
  ['keys make'],
  ['keys create'],
  ['keys create --organization Acme! --environment production --permissions query'],
  ['keys create --organization acme --environment live --permissions query'],
  [`${create} query,admin`],
  [`${create} query --credits 0.3`],
  [`${create} query --credits -1`],
  [`${create} query surplus`],
  [`${create} query --expires-days 0`],
  [`${create} query --overlap-hours 1`],
  [`keys create-product-admin ${acme} --name " "`],
  ['keys rotate'],
  ['keys rotate key_1 --overlap-hours -1'],
  ['keys rotate key_1 --overlap-hours 1.5'],
  ['keys list --environment production'],
  ['keys list --unheard-of'],
  ['keys revoke'],
  ['keys revoke a b'],
  ['credits set acme'],
  ['credits set acme some'],
  ['credits set Acme! 5'],
  ['features enable'],
  ['features list'],
  ['features enable settings-rebuild'],
  ['features enable wings --organization acme'],
  ['features enable settings-rebuild x --organization acme'],
  ['operators list'],
  ['operators list ann --organization acme'],
  ['operators add --organization acme'],
  ['operators add " " --organization acme'],
  [`operators add ${'a'.repeat(129)} --organization acme`],
  ['parsing-scripts put x.jsonata --organization acme'],
  ['parsing-scripts put --organization acme --name orders'],
  ['parsing-scripts remove --organization acme --name a/b'],
  [`collections reembed ${acme}`],
  [`collections reembed ${acme} a b`],
  ['collections reembed --environment production a'],
  [`indexes rebuild ${acme}`],
  ['indexes rebuild --organization acme products'],
  ['indexes rebuild-missing all'],
  ['webhooks show msg_1'],
  ['webhooks resend'],
  ['webhooks resend --endpoint whe_1'],
  ['webhooks resend msg_1 msg_2'],
  ['webhooks cancel'],
  ['webhooks cancel msg_1 --endpoint whe_1'],
  ['webhooks cancel msg_1 --since 2026-11-20'],
  ['webhooks recover'],
  ['webhooks recover --endpoint whe_1 --since yesterday'],
  ['secrets reseal all'],
  ['deployment status b1'],
  ['deployment set-current'],
  ['deployment set-current b1 b2'],
  ['deployment set-current b1 --unversioned'],
])('"%s" is refused before anything is connected', async (line) => {
  const error = await run(line).catch((thrown: unknown) => thrown);
  const isUsage = error instanceof UsageError || (error instanceof CommanderError && error.exitCode !== 0);
  expect([isUsage, error]).toEqual([true, error]);
});

it('an unknown command names the nearest one', async () => {
  await expect(run('kyes list')).rejects.toThrow(CommanderError);
  await expect(run('keys lst')).rejects.toThrow(CommanderError);
  expect(printed).toContain('(Did you mean keys?)');
  expect(printed).toContain('(Did you mean list?)');
});

it.each(allCommands().map(({ name }) => name))(
  '%s --help says what it does and which variables it reads, in lines that fit a terminal',
  async (name) => {
    await expect(run(`${name} --help`)).rejects.toMatchObject({ exitCode: 0 });
    expect(printed).toMatch(new RegExp(`^Usage: admin ${name}`));
    expect(printed).toContain('\nEnvironment variables:\n');
    expect(printed.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(printed.split('\n')[2]).toMatch(/^[A-Z]/);
  },
);
