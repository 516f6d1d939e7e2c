import { stat } from 'node:fs/promises';

/** Bytes of chunks that a workbook of any size may have. */
const outputBytesBase = 50 * 1024 * 1024;
/** Additional bytes of chunks for each byte of the workbook. */
const outputBytesPerByte = 20;
/** Upper bound of the bytes of chunks of one attempt, against workbooks made to fill disks. */
const outputBytesMax = 4 * 1024 * 1024 * 1024;

/**
 * Upper bound of the bytes of a workbook's chunks: 50 MiB and 20 times its file, at most 4 GiB. It stops a
 * small file that repeats one text in a million cells long before the deadline.
 *
 * @throws errors of the file system
 */
export async function outputBound(path: string): Promise<number> {
  const { size } = await stat(path);
  return Math.min(outputBytesMax, outputBytesBase + outputBytesPerByte * size);
}
