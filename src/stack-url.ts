import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Refusal } from './command-error';
import { readStackLocation } from './config';

/**
 * MongoDB of an operator's command: the one of `MONGODB_URL`, else that of the running stack.
 *
 * @throws Refusal where there is neither
 */
export function stackUrl(): string {
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
