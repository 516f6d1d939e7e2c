#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import pc from 'picocolors';
import { evalCommand } from './commands/eval.js';
import { indexCommand } from './commands/index-folder.js';
import { jobsCommand } from './commands/jobs.js';
import { loginCommand } from './commands/login.js';
import { mcpCommand } from './commands/mcp.js';
import { parseCommand } from './commands/parse.js';
import { productsCommand } from './commands/products.js';
import { queryCommand } from './commands/query.js';
import { tablesCommand } from './commands/tables.js';
import { webhooksCommand } from './commands/webhooks.js';
import { EXIT, failureOf } from './exit-codes.js';

const program = new Command('sheaf')
  .description('Parse, query and watch from a shell.')
  .option('--json', 'print JSON')
  .option('--full', 'on a terminal, show all of each field instead of one line for each result');
for (const command of [
  loginCommand(),
  parseCommand(),
  tablesCommand(),
  indexCommand(),
  queryCommand(),
  evalCommand(),
  jobsCommand(),
  productsCommand(),
  webhooksCommand(),
  mcpCommand(),
])
  program.addCommand(command);

/** Makes the library throw instead of exit, in this command and all below it. */
function exitByError(command: Command): void {
  command.exitOverride();
  command.commands.forEach(exitByError);
}
exitByError(program);

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
