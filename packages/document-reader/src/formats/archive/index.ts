import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { defaultZipLimits, openZip, type ZipArchive, type ZipEntry } from 'spreadsheet-reader/toolkit';
import { SourceError } from 'spreadsheet-reader';
import { placeless } from '../../block';
import { type BlockSink, type FormatInput } from '../../block-sink';
import { type ContainedFile, type ContainerHead } from '../../container-head';
import { DocumentError } from '../../document-error';

const filesMax = 1_000;
const fileBytesMax = 100 * 1024 * 1024;
const bytesMax = 512 * 1024 * 1024;
/** Files that programs add to archives for themselves. */
const besides = /(?:^|\/)(?:__MACOSX\/|\._[^/]*$|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;

/**
 * Reads a ZIP archive as the list of its files. Files are unpacked under names of our own. Those that cannot
 * be unpacked, and those past the limits (1,000 files, 100 MiB each, 512 MiB in all), become warnings.
 *
 * @throws DocumentError `empty` for an archive without files, `encrypted` where all need a password
 */
export async function parseArchive(
  { path, scratchDirectory }: FormatInput,
  sink: BlockSink,
): Promise<ContainerHead> {
  const archive = openZip(path, defaultZipLimits, { keepsEncrypted: true });
  try {
    archive.warnings.forEach(sink.warn);
    const entries = archive.entries.filter(({ name, byteSize }) => byteSize > 0 && !besides.test(name));
    if (entries.length === 0) throw new DocumentError('empty', 'The archive holds no files.');
    if (entries.every(({ isEncrypted }) => isEncrypted))
      throw new DocumentError(
        'encrypted',
        'The archive is protected by a password. Remove it and try again.',
      );
    const attachments: ContainedFile[] = [];
    let bytes = 0;
    for (const entry of entries) {
      sink.block({ ...placeless, kind: 'list_item', level: 0, mark: '•', text: entry.name });
      if (attachments.length >= filesMax || bytes + entry.byteSize > bytesMax) {
        sink.warn('Files past the limits of an archive (1,000 files, 512 MiB) were left out.');
        continue;
      }
      const to = join(scratchDirectory, `entry-${attachments.length}`);
      const fault = await unpack(archive, entry, to);
      if (fault !== null) {
        sink.warn(`The file ${JSON.stringify(entry.name)} was left out: ${fault}`);
        continue;
      }
      bytes += entry.byteSize;
      attachments.push({ path: to, filename: entry.name, contentType: null, byteSize: entry.byteSize });
    }
    return { title: null, language: null, pageCount: null, attachments };
  } finally {
    archive.close();
  }
}

/** Unpacks an entry; returns why it could not, as a sentence, null where it did. */
async function unpack(archive: ZipArchive, entry: ZipEntry, to: string): Promise<string | null> {
  if (entry.byteSize > fileBytesMax) return 'it is larger than 100 MiB.';
  const file = openSync(to, 'w');
  try {
    await archive.stream(entry, (bytes) => {
      for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
      return true;
    });
    return null;
  } catch (error) {
    if (error instanceof SourceError) return error.message;
    throw error;
  } finally {
    closeSync(file);
  }
}
