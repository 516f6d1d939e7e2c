import { decodeXml, openZip, type ZipArchive } from 'spreadsheet-reader/toolkit';
import { placeless } from '../../block';
import { type BlockSink, figureIdOf, type FormatParser, writePicture } from '../../block-sink';
import { DocumentError } from '../../document-error';
import { readHtmlBlocks } from '../html';
import { readPackage } from './package-document';
import { resolveReference } from './resolve-reference';

const imageBytesMax = 32 * 1024 * 1024;
const chaptersMax = 10_000;

/** Parser of electronic books (EPUB 2 and 3): the chapters in reading order. */
export const parseEpub: FormatParser = async ({ path }, sink) => {
  const archive = openZip(path);
  try {
    archive.warnings.forEach(sink.warn);
    const book = readPackage(archive);
    if (book.chapters.length === 0)
      throw new DocumentError('corrupt', 'The book is damaged: it has no chapters.');
    for (const name of book.chapters.slice(0, chaptersMax)) {
      const entry = archive.find(name);
      if (entry === undefined) {
        sink.warn('A chapter is missing in the book.');
        continue;
      }
      sink.block({ ...placeless, kind: 'break' });
      readHtmlBlocks(decodeXml(archive.read(entry)), {
        block: sink.block,
        picture: (source) => readPicture(archive, resolveReference(name, source), sink),
      });
    }
    return await Promise.resolve({
      title: book.title,
      language: book.language,
      pageCount: null,
    });
  } finally {
    archive.close();
  }
};

function readPicture(archive: ZipArchive, name: string, sink: BlockSink): string {
  const entry = archive.find(name);
  if (entry === undefined || entry.byteSize > imageBytesMax) return figureIdOf(null, name);
  return writePicture(sink, null, archive.read(entry, imageBytesMax));
}
