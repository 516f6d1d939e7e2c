import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readStackLocation } from './config';
import { keysUsage, readKeysCommand, Refusal, UsageError } from './keys-command';
import { connectMongo, createStores, ensureIndexes } from './stores';

function stackUrl(): string {
  const { mongodbUrl, dataFolder } = readStackLocation();
  if (mongodbUrl !== undefined) return mongodbUrl;
  const file = path.join(dataFolder, 'stack.json');
  try {
    const stack = JSON.parse(readFileSync(file, 'utf8')) as { mongodbUrl?: unknown };
    if (typeof stack.mongodbUrl === 'string') return stack.mongodbUrl;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw new Refusal(`${file} cannot be read.`);
  }
  throw new Refusal(
    `No running stack: ${file} names no MongoDB. Start one with npm start, or set MONGODB_URL.`,
  );
}

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
