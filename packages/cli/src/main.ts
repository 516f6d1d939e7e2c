#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import pc from 'picocolors';
import { collectionsCommand } from './commands/collections.js';
import { completeCommand, completionCommand } from './commands/completion.js';
import { documentsCommand } from './commands/documents.js';
import { evalCommand } from './commands/eval.js';
import { indexCommand } from './commands/index-folder.js';
import { jobsCommand } from './commands/jobs.js';
import { loginCommand } from './commands/login.js';
import { logoutCommand } from './commands/logout.js';
import { mcpCommand } from './commands/mcp.js';
import { parseCommand } from './commands/parse.js';
import { productsCommand } from './commands/products.js';
import { queryCommand } from './commands/query.js';
import { tablesCommand } from './commands/tables.js';
import { webhooksCommand } from './commands/webhooks.js';
import { whoamiCommand } from './commands/whoami.js';
import { EXIT, failureOf } from './exit-codes.js';
import { programVersion } from './program-version.js';

const program = new Command('sheaf')
  .description('Parse, query and watch from a shell.')
  .version(programVersion(), '--version', 'print the version')
  .option('--json', 'print JSON')
  .option('--full', 'on a terminal, show all of each field instead of one line for each result');
for (const command of [
  loginCommand(),
  logoutCommand(),
  whoamiCommand(),
  parseCommand(),
  tablesCommand(),
  indexCommand(),
  queryCommand(),
  collectionsCommand(),
  documentsCommand(),
  evalCommand(),
  jobsCommand(),
  productsCommand(),
  webhooksCommand(),
  mcpCommand(),
  completionCommand(),
])
  program.addCommand(command);
program.addCommand(completeCommand(), { hidden: true });
program.showHelpAfterError(
  '`sheaf query` searches documents, `sheaf products search` products; `sheaf --help` lists the commands.',
);

/**
 * Makes the library throw instead of exit, and show the options of all commands in each help, in this command
 * and all below it.
 */
function prepare(command: Command): void {
  command.exitOverride().configureHelp({ showGlobalOptions: true });
  command.commands.forEach(prepare);
}
prepare(program);

// A reader such as `head` closes the pipe when it has enough, which ends the command.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // The library has printed its message; requested help is not a failure.
    process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  } else {
    const { code, line } = failureOf(error);
    process.stderr.write(`${pc.createColors(process.stderr.isTTY).red(line)}\n`);
    process.exitCode = code;
  }
}
