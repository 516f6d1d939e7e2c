#!/usr/bin/env node
import { CommanderError } from 'commander';
import { adminProgram, helpHint } from './admin/program';
import { UsageError } from './command-errors';

const EXIT = { failed: 1, usage: 2 } as const;

// A reader such as `head` may close the pipe before the output ends.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

adminProgram()
  .parseAsync()
  .catch((error: unknown) => {
    if (error instanceof CommanderError) {
      // Commander has printed its message; its exit code is 0 after requested help.
      process.exitCode = error.exitCode === 0 ? 0 : EXIT.usage;
      return;
    }
    const message = `error: ${error instanceof Error ? error.message : String(error)}\n`;
    const isUsage = error instanceof UsageError;
    process.stderr.write(isUsage ? `${message}${helpHint}\n` : message);
    process.exitCode = isUsage ? EXIT.usage : EXIT.failed;
  });
