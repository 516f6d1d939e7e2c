import { type Db } from 'mongodb';
import { UsageError } from '../refusal';
import { stackUrl } from './stack-url';
import { createStores, ensureIndexes, type Stores } from '../stores';
import { connectMongo } from '../stores/mongo/mongo';

/** An operator's command: what it reads from the command line before anything is connected, and then does. */
export interface Command {
  /** Shown in the server's log. */
  name: string;
  usage: string;
  /** @throws UsageError, Refusal, or an error of `parseArgs` */
  read: (argv: readonly string[]) => (stores: Stores, db: Db) => Promise<string>;
}

const helpOptions: readonly string[] = ['--help', '-h'];

/**
 * Runs a command over the running stack's MongoDB and prints what it answers. Exit code 2 for a wrong command
 * line, 1 for a failure. `--help` prints the usage.
 */
export function runCommand({ name, usage, read }: Command): void {
  async function main(argv: readonly string[]): Promise<void> {
    if (argv.some((argument) => helpOptions.includes(argument))) {
      process.stdout.write(`${usage}\n`);
      return;
    }
    const run = read(argv);
    const mongo = await connectMongo(stackUrl(), name);
    try {
      await ensureIndexes(mongo.db);
      process.stdout.write(`${await run(createStores(mongo.db), mongo.db)}\n`);
    } finally {
      await mongo.close();
    }
  }

  main(process.argv.slice(2)).catch((error: unknown) => {
    const isUsage =
      error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') === true;
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(isUsage ? `${message}\n\n${usage}\n` : `${message}\n`);
    process.exitCode = isUsage ? 2 : 1;
  });
}
