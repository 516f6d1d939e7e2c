import { parseArgs } from 'node:util';
import { operatorNamePattern } from '../domain/products/audit';
import { operatorCharsMax, operatorsPerOrganizationMax } from '../domain/products/limits';
import { Refusal, UsageError } from '../refusal';
import { type Stores } from '../stores';
import { organizationNamePattern } from '../stores/platform/organizations';

/** Usage of the command line. */
export const operatorsUsage = `Usage: npm run --silent operators -- <command> --organization <name>

  list
      Shows the persons that management calls of product search may name.
  add <person>…
      Adds persons. From the first one on, every management call must name one of them in its header X-Operator.
  remove <person>…
      Takes persons away. While the list is empty, management calls are refused.
  off
      Forgets the list: management calls need to name nobody.

API processes follow within five seconds. A name has 1 to ${operatorCharsMax} characters. MongoDB is the one of MONGODB_URL,
else that of the running stack (DATA_DIR, default .data).`;

type Run = (stores: Pick<Stores, 'organizations'>) => Promise<string>;
type OrganizationStore = Pick<Stores, 'organizations'>['organizations'];

const commands = ['list', 'add', 'remove', 'off'] as const;
type CommandName = (typeof commands)[number];

/**
 * Reads the command line, all of it before anything is connected. The run answers lines for people.
 *
 * @throws UsageError, Refusal, or an error of `parseArgs`
 */
export function readOperatorsCommand(argv: readonly string[]): Run {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { organization: { type: 'string' } },
  });
  const [name, ...sent] = positionals;
  const command = commands.find((one) => one === name);
  if (command === undefined)
    throw new UsageError(name === undefined ? 'no command given' : `no command ${name}`);
  const { organization = '' } = values;
  if (!organizationNamePattern.test(organization))
    throw new UsageError('--organization must be 1 to 63 lower-case letters, digits and inner hyphens');
  const persons = personsOf(command, sent);

  return async ({ organizations }) => {
    const organizationId = await organizations.findByName(organization);
    if (organizationId === null) throw new Refusal(`No organization is called ${organization}.`);
    await change(organizations, organizationId, command, persons);
    return describe(organization, await organizations.operatorsOf(organizationId));
  };
}

function personsOf(command: CommandName, sent: readonly string[]): string[] {
  const takesPersons = command === 'add' || command === 'remove';
  if (takesPersons && sent.length === 0) throw new UsageError(`${command} takes at least one person`);
  if (!takesPersons && sent.length > 0) throw new UsageError(`what is ${sent[0]!}?`);
  const persons = sent.map((person) => person.trim());
  if (!persons.every((person) => operatorNamePattern.test(person)))
    throw new UsageError(`a person has 1 to ${operatorCharsMax} characters, and none that controls`);
  return persons;
}

async function change(
  organizations: OrganizationStore,
  organizationId: string,
  command: CommandName,
  persons: readonly string[],
): Promise<void> {
  if (command === 'off') await organizations.forgetOperators(organizationId);
  if (command === 'remove') await organizations.changeOperators(organizationId, { remove: persons });
  if (command !== 'add') return;
  const known = (await organizations.operatorsOf(organizationId)) ?? [];
  if (new Set([...known, ...persons]).size > operatorsPerOrganizationMax)
    throw new Refusal(`An organization lists at most ${operatorsPerOrganizationMax} persons.`);
  await organizations.changeOperators(organizationId, { add: persons });
}

function describe(organization: string, operators: readonly string[] | null): string {
  if (operators === null) return `Management calls of ${organization} need to name nobody.`;
  const head = `Management calls of ${organization} must name one of ${operators.length}:`;
  return [head, ...operators.map((person) => `  ${person}`)].join('\n');
}
