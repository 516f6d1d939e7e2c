import { type Db } from 'mongodb';
import { UsageError } from '../refusal';
import { stackUrl } from './connections';
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
 * Runs a command and prints what it answers. Exit code 2 for a wrong command line, 1 for a failure. `--help`
 * prints the usage.
 */
export function runCommandLine(usage: string, run: (argv: readonly string[]) => Promise<string>): void {
  async function main(argv: readonly string[]): Promise<string> {
    return argv.some((argument) => helpOptions.includes(argument)) ? usage : run(argv);
  }

  main(process.argv.slice(2)).then(
    (output) => process.stdout.write(`${output}\n`),
    (error: unknown) => {
      // The code of an error of gRPC is a number.
      const { code } = error as { code?: unknown };
      const isUsage = error instanceof UsageError || String(code).startsWith('ERR_PARSE_ARGS');
      const message = error instanceof Error ? error.message : String(error);
      process.stderr.write(isUsage ? `${message}\n\n${usage}\n` : `${message}\n`);
      process.exitCode = isUsage ? 2 : 1;
    },
  );
}

/** Runs a command over the running stack's MongoDB, as {@link runCommandLine} does. */
export function runCommand({ name, usage, read }: Command): void {
  runCommandLine(usage, async (argv) => {
    const run = read(argv);
    const mongo = await connectMongo(stackUrl(), name);
    try {
      await ensureIndexes(mongo.db);
      return await run(createStores(mongo.db), mongo.db);
    } finally {
      await mongo.close();
    }
  });
}
