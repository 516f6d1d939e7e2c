import { keysUsage, readKeysCommand, UsageError } from './keys-command';
import { stackUrl } from './stack-url';
import { connectMongo, createStores, ensureIndexes } from './stores';

async function main(argv: readonly string[]): Promise<void> {
  const { run, json } = readKeysCommand(argv);
  const mongo = await connectMongo(stackUrl(), 'keys');
  try {
    await ensureIndexes(mongo.db);
    const output = await run(createStores(mongo.db));
    process.stdout.write(json ? `${JSON.stringify(output.json)}\n` : `${output.lines.join('\n')}\n`);
  } finally {
    await mongo.close();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const isUsage =
    error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') === true;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(isUsage ? `${message}\n\n${keysUsage}\n` : `${message}\n`);
  process.exitCode = isUsage ? 2 : 1;
});
