import { Argument, type Command } from 'commander';
import { withStores } from '../connections';
import { type OrganizationCredits, setCredits, showCredits } from '../credits';
import { readCredits, readOrganizationName } from '../options';
import { printing } from '../print-answer';
import { readsVariables } from '../variables';

/** `credits`: balances of organizations. */
export function addCreditCommands(program: Command): void {
  const credits = program.command('credits').description('Credits of organizations.');
  const organization = () =>
    new Argument('<organization>', 'name of the organization').argParser(readOrganizationName);
  const show = credits
    .command('show')
    .summary('show the balance of an organization')
    .description('Shows the balance of an organization and what running jobs have set aside, in credits.')
    .addArgument(organization())
    .action(printing((name: string) => withStores((stores) => showCredits(stores, name)), lines));
  const set = credits
    .command('set')
    .summary('set the balance of an organization')
    .description('Sets the balance of an organization, or takes its limit away.')
    .addArgument(organization())
    .argument('<credits>', 'credits, a multiple of 0.5, or unlimited', (text) =>
      text === 'unlimited' ? null : readCredits(text),
    )
    .action(
      printing(
        (name: string, balance: number | null) => withStores((stores) => setCredits(stores, name, balance)),
        lines,
      ),
    );
  for (const command of [show, set]) readsVariables(command, 'MONGODB_URL', 'DATA_DIR');
}

function lines({ organization, balance, held, remaining }: OrganizationCredits): string[] {
  if (balance === null) return [`${organization} has no limit; running jobs hold ${held} credits.`];
  return [`${organization} has ${balance} credits; running jobs hold ${held}, ${remaining} remain.`];
}
