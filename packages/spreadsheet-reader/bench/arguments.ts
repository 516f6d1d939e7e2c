import { parseArgs } from 'node:util';

export interface ReaderBenchOptions {
  /** A single round each and only the smaller inputs: to see that the bench works, not to quote. */
  quick: boolean;
  /** Sizes in MB of the generated inputs; null for all. */
  sizes: readonly number[] | null;
  /** File for the figures as JSON. */
  json: string | undefined;
}

const quickSizes = [1, 10, 17];

/**
 * Reads `[--quick] [--sizes 1,10] [--json <file>]`.
 *
 * @throws TypeError for an unknown option, RangeError for a size that is no number
 */
export function readArguments(args: readonly string[]): ReaderBenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: { quick: { type: 'boolean' }, sizes: { type: 'string' }, json: { type: 'string' } },
  });
  const quick = values.quick ?? false;
  const sizes = values.sizes?.split(',').map(Number) ?? (quick ? quickSizes : null);
  if (sizes?.some((size) => !Number.isInteger(size)))
    throw new RangeError('--sizes takes whole MB: --sizes 1,10');
  return { quick, sizes, json: values.json };
}
