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
import { webhooksCommand } from './commands/webhooks.js';
import { EXIT, failureOf } from './exit-codes.js';

const program = new Command('sheaf')
  .description('Parse, query and watch from a shell.')
  .option('--json', 'print JSON')
  .option('--full', 'on a terminal, show all of each field instead of one line for each result');
for (const command of [
  loginCommand(),
  parseCommand(),
  indexCommand(),
  queryCommand(),
  evalCommand(),
  jobsCommand(),
  productsCommand(),
  webhooksCommand(),
  mcpCommand(),
])
  program.addCommand(command);

/** Exits of the library become errors, for every command below. */
function exitByError(command: Command): void {
  command.exitOverride();
  command.commands.forEach(exitByError);
}
exitByError(program);

// A reader that has enough, such as `head`, ends the command: nobody sees what would come.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // Its message is printed already; help that was asked for is no failure.
    process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  } else {
    const { code, line } = failureOf(error);
    process.stderr.write(`${pc.createColors(process.stderr.isTTY).red(line)}\n`);
    process.exitCode = code;
  }
}
