import { type Command, InvalidArgumentError } from 'commander';
import { operatorNamePattern } from '../../domain/products/audit';
import { operatorCharsMax } from '../../domain/products/limits';
import { withStores } from '../connections';
import {
  addOperators,
  disableOperators,
  listOperators,
  type OrganizationOperators,
  removeOperators,
} from '../operators';
import { organizationOption } from '../options';
import { printing } from '../print-answer';
import { readsVariables } from '../variables';

interface Options {
  organization: string;
}

/** `operators`: the persons one of whom each management call of product search must name. */
export function addOperatorCommands(program: Command): void {
  const operators = program
    .command('operators')
    .description('Persons of whom management calls of product search name one in X-Operator.');
  operators
    .command('list')
    .summary('list operators')
    .description('Lists the operators of an organization.')
    .action(
      printing(
        ({ organization }: Options) => withStores((stores) => listOperators(stores, organization)),
        lines,
      ),
    );
  addChange(operators, 'add', addOperators)
    .summary('add operators')
    .description(
      'Adds operators. From the first one on, management calls must name one of them in their header X-Operator.',
    );
  addChange(operators, 'remove', removeOperators)
    .summary('remove operators')
    .description('Removes operators. While the list is empty, management calls are refused.');
  operators
    .command('disable')
    .summary('delete the list of operators')
    .description('Deletes the list, so that management calls need to name no operator.')
    .action(
      printing(
        ({ organization }: Options) => withStores((stores) => disableOperators(stores, organization)),
        lines,
      ),
    );
  for (const command of operators.commands) {
    command.addOption(organizationOption().makeOptionMandatory());
    command.addHelpText('after', '\nAPI processes notice within five seconds.');
    readsVariables(command, 'MONGODB_URL', 'DATA_DIR');
  }
}

function addChange(operators: Command, verb: string, change: typeof addOperators): Command {
  return operators
    .command(verb)
    .argument('<name...>', `names, 1 to ${operatorCharsMax} characters each`, readNames)
    .action(
      printing(
        (names: string[], { organization }: Options) =>
          withStores((stores) => change(stores, organization, names)),
        lines,
      ),
    );
}

/** @throws InvalidArgumentError */
function readNames(text: string, before: string[] = []): string[] {
  const name = text.trim();
  if (operatorNamePattern.test(name)) return [...before, name];
  throw new InvalidArgumentError(
    `A name has 1 to ${operatorCharsMax} characters, and no control characters.`,
  );
}

function lines({ organization, operators }: OrganizationOperators): string[] {
  if (operators === null) return [`Management calls of ${organization} need to name no operator.`];
  if (operators.length === 0)
    return [`Management calls of ${organization} are refused: no operator is listed.`];
  const head = `Management calls of ${organization} must name one of these operators (${operators.length}):`;
  return [head, ...operators.map((name) => `  ${name}`)];
}
