import { readFile } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';
import { UsageError } from './exit-codes.js';
import { interrupted } from './session.js';

/**
 * Parses a JSON argument.
 *
 * @param name name of the argument in messages
 * @throws UsageError for invalid JSON
 */
export function jsonOf(given: string, name: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    throw new UsageError(`${name} is no JSON.`);
  }
}

/** Reads a JSON file; `-` is standard input. @throws UsageError for invalid JSON */
export async function jsonFile(file: string): Promise<unknown> {
  return file === '-'
    ? jsonOf(await text(addAbortSignal(interrupted, process.stdin)), 'Standard input')
    : jsonOf(await readFile(file, 'utf8'), file);
}
