import { readFile } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';
import { UsageError } from './exit-codes.js';
import { interrupted } from './session.js';

/**
 * The value of a JSON text that a caller gave as an argument.
 *
 * @param name what the caller calls it
 * @throws UsageError for another text
 */
export function jsonOf(given: string, name: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    throw new UsageError(`${name} is no JSON.`);
  }
}

/** The value of a JSON file; `-` is standard input. @throws UsageError for what is no JSON */
export async function jsonFile(file: string): Promise<unknown> {
  return file === '-'
    ? jsonOf(await text(addAbortSignal(interrupted, process.stdin)), 'Standard input')
    : jsonOf(await readFile(file, 'utf8'), file);
}
