import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import jsonata from 'jsonata';
import { Refusal, UsageError } from '../refusal';
import { type Stores } from '../stores';
import { organizationNamePattern } from '../stores/platform/organizations';
import { parsingScriptCharsMax, parsingScriptNamePattern } from '../stores/documents/parsing-scripts';

/** Usage of the command line. */
export const scriptsUsage = `Usage: npm run --silent scripts -- <command>

  put --organization <name> --name <name> <file.jsonata>
      Stores a JSONata expression, which indexing requests name as parsing_script for .json files. Putting again replaces it.
  list --organization <name>
      Shows the names of the scripts.
  remove --organization <name> --name <name>
      Removes a script; jobs that still need it fail their files with parsing_script_failed.

MongoDB is the one of MONGODB_URL, else that of the running stack (DATA_DIR, default .data).`;

type Run = (stores: Stores) => Promise<string[]>;

/**
 * Reads the command line, all of it before anything is connected. The run answers lines for people.
 *
 * @throws UsageError, Refusal, or an error of `parseArgs`
 */
export function readScriptsCommand(argv: readonly string[]): Run {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { organization: { type: 'string' }, name: { type: 'string' } },
  });
  const [command, ...operands] = positionals;
  const { organization = '', name = '' } = values;
  if (command === undefined) throw new UsageError('no command given');
  if (command !== 'put' && command !== 'list' && command !== 'remove')
    throw new UsageError(`no command ${command}`);
  if (!organizationNamePattern.test(organization))
    throw new UsageError('--organization must be 1 to 63 lower-case letters, digits and inner hyphens');
  if (command !== 'list' && !parsingScriptNamePattern.test(name))
    throw new UsageError('--name must be 1 to 64 letters, digits, dots, hyphens and underscores');
  if (operands.length !== (command === 'put' ? 1 : 0))
    throw new UsageError(command === 'put' ? 'put takes one file' : `what is ${operands[0] ?? ''}?`);
  const expression = command === 'put' ? readExpression(operands[0]!) : '';

  return async ({ organizations, parsingScripts }) => {
    const organizationId = await organizations.findByName(organization);
    if (organizationId === null) throw new Refusal(`No organization is called ${organization}.`);
    switch (command) {
      case 'put':
        await parsingScripts.put(organizationId, name, expression);
        return [`${name} is stored.`];
      case 'list': {
        const names = await parsingScripts.names(organizationId);
        return names.length === 0 ? ['No scripts.'] : names;
      }
      case 'remove':
        if (!(await parsingScripts.remove(organizationId, name)))
          throw new Refusal(`No script is called ${name}.`);
        return [`${name} is removed.`];
    }
  };
}

/** Text of a file that is a JSONata expression. */
function readExpression(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new Refusal(`${file} cannot be read.`);
  }
  if (text.length > parsingScriptCharsMax)
    throw new Refusal(`${file} is longer than ${parsingScriptCharsMax} characters.`);
  try {
    jsonata(text);
  } catch (error) {
    throw new Refusal(`${file} is no JSONata expression: ${(error as { message?: string }).message ?? ''}`);
  }
  return text;
}
