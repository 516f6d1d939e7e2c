import { UsageError } from './exit-codes.js';
import { readAnswer } from './prompt.js';

/**
 * Makes a person type the name of what is deleted, unless the command was called with `--yes`.
 *
 * @param what the object with what goes with it, such as `the collection manuals with its 12 documents`
 * @throws UsageError without a terminal to ask at
 * @throws Error for another name
 */
export async function confirmName(name: string, what: string, isConfirmed: boolean): Promise<void> {
  if (isConfirmed) return;
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new UsageError(`Deleting ${what} needs --yes where there is no terminal to ask at.`);
  process.stderr.write(`This deletes ${what}. It cannot be undone.\n`);
  const given = await readAnswer(`Type ${name} to confirm: `);
  if (given !== name) throw new Error('That is another name. Nothing was deleted.');
}
