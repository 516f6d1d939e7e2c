import { type Command, InvalidArgumentError } from 'commander';
import { parsingScriptNamePattern } from '../../stores/documents/parsing-scripts';
import { withStores } from '../connections';
import { organizationOption } from '../options';
import {
  listParsingScripts,
  putParsingScript,
  readExpression,
  removeParsingScript,
} from '../parsing-scripts';
import { printing } from '../print-answer';
import { readsVariables } from '../variables';

interface ScriptOptions {
  organization: string;
  name: string;
}

/** `parsing-scripts`: JSONata expressions that indexing requests name as `parsing_script`. */
export function addParsingScriptCommands(program: Command): void {
  const scripts = program
    .command('parsing-scripts')
    .description('JSONata expressions that indexing requests name as parsing_script for .json files.');
  const put = scripts
    .command('put')
    .summary('store a script')
    .description('Stores an expression. One of the same name is replaced.')
    .argument('<file>', 'file with a JSONata expression', readExpression)
    .action(
      printing(
        (expression: string, { organization, name }: ScriptOptions) =>
          withStores((stores) => putParsingScript(stores, { organization, name, expression })),
        ({ name }) => [`${name} is stored.`],
      ),
    );
  scripts
    .command('list')
    .summary('list scripts')
    .description('Lists the names of the scripts of an organization.')
    .action(
      printing(
        ({ organization }: { organization: string }) =>
          withStores((stores) => listParsingScripts(stores, organization)),
        ({ names }) => (names.length === 0 ? ['No parsing scripts.'] : names),
      ),
    );
  const remove = scripts
    .command('remove')
    .summary('remove a script')
    .description('Removes a script. Jobs that still need it fail its files with parsing_script_failed.')
    .action(
      printing(
        ({ organization, name }: ScriptOptions) =>
          withStores((stores) => removeParsingScript(stores, { organization, name })),
        ({ name }) => [`${name} is removed.`],
      ),
    );
  for (const command of [put, remove])
    command.requiredOption(
      '--name <name>',
      'name of the script, 1 to 64 letters, digits, dots, hyphens and underscores',
      readScriptName,
    );
  for (const command of scripts.commands) {
    command.addOption(organizationOption().makeOptionMandatory());
    readsVariables(command, 'MONGODB_URL', 'DATA_DIR');
  }
}

/** @throws InvalidArgumentError */
function readScriptName(text: string): string {
  if (parsingScriptNamePattern.test(text)) return text;
  throw new InvalidArgumentError('It must be 1 to 64 letters, digits, dots, hyphens and underscores.');
}
