import { stat } from 'node:fs/promises';

/** Bytes that the chunks of any workbook may take, however small its file. */
const outputBytesBase = 50 * 1024 * 1024;
/** Further bytes of chunks for each byte of the file. */
const outputBytesPerByte = 20;
/** Bytes of chunks of one attempt at most, against workbooks made to fill disks. */
const outputBytesMax = 4 * 1024 * 1024 * 1024;

/**
 * Bytes that the chunks of a workbook may take: 50 MiB and 20 times its file, at most 4 GiB. A small file that
 * repeats one text in a million cells ends here, long before its deadline.
 *
 * @throws file system errors unchanged
 */
export async function outputBound(path: string): Promise<number> {
  const { size } = await stat(path);
  return Math.min(outputBytesMax, outputBytesBase + outputBytesPerByte * size);
}
