import { Command } from 'commander';
import { addCollectionCommands } from './commands/collections';
import { addCreditCommands } from './commands/credits';
import { addDeploymentCommands } from './commands/deployment';
import { addFeatureCommands } from './commands/features';
import { addIndexCommands } from './commands/indexes';
import { addKeyCommands } from './commands/keys';
import { addOperatorCommands } from './commands/operators';
import { addParsingScriptCommands } from './commands/parsing-scripts';
import { addSecretCommands } from './commands/secrets';
import { addWebhookCommands } from './commands/webhooks';

/** Hint below the message about a wrong command line. */
export const helpHint = '(--help explains the command)';

/**
 * Creates the command line of operators. It throws a `CommanderError`, after printing the message, where
 * Commander would end the process.
 */
export function adminProgram(): Command {
  const program = new Command('admin')
    .description('Commands for operators. They work on the servers of the service and need no API key.')
    .option('--json', 'print the answer as one line of JSON')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError(helpHint)
    .exitOverride()
    .addHelpText('after', '\nExit codes: 0 done, 1 refused or failed, 2 wrong command line.');
  addKeyCommands(program);
  addCreditCommands(program);
  addFeatureCommands(program);
  addOperatorCommands(program);
  addParsingScriptCommands(program);
  addCollectionCommands(program);
  addIndexCommands(program);
  addWebhookCommands(program);
  addSecretCommands(program);
  addDeploymentCommands(program);
  return program;
}
