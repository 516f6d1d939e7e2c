import {
  defaultZipLimits,
  openZip,
  readRelationships,
  relatedPart,
  type SourceFile,
  type ZipArchive,
} from 'spreadsheet-reader/toolkit';
import { DocumentError } from '../document-error';
import { foreignOffice } from './foreign-office';
import { FILE_KINDS, type FileKind } from './file-kind';

const MIMETYPE_BYTES_MAX = 256;

/** Kind of a ZIP archive by its main part. Closes a `SourceFile` that it is given. */
export function zipKind(source: string | SourceFile): FileKind {
  const archive = openZip(source, defaultZipLimits, { keepsEncrypted: true });
  try {
    return officeKind(archive) ?? packageKind(archive);
  } finally {
    archive.close();
  }
}

/** All writers keep the folder name of the main part by convention, but not its file name. */
function officeKind(archive: ZipArchive): FileKind | null {
  const main = relatedPart(readRelationships(archive, ''), 'officeDocument') ?? '';
  if (main.startsWith('word/') || archive.find('word/document.xml')) return FILE_KINDS.docx;
  if (main.startsWith('ppt/') || archive.find('ppt/presentation.xml')) return FILE_KINDS.pptx;
  if (/^xl\/.*\.bin$/.test(main) || archive.find('xl/workbook.bin')) return FILE_KINDS.xlsb;
  if (main.startsWith('xl/') || archive.find('xl/workbook.xml')) return FILE_KINDS.xlsx;
  return null;
}

function packageKind(archive: ZipArchive): FileKind {
  const entry = archive.find('mimetype');
  const mimetype =
    entry === undefined ? '' : archive.read(entry, MIMETYPE_BYTES_MAX).toString('latin1').trim();
  if (mimetype === FILE_KINDS.epub.contentType || archive.find('META-INF/container.xml'))
    return FILE_KINDS.epub;
  const form = /^application\/vnd\.oasis\.opendocument\.([a-z]+)/.exec(mimetype)?.[1];
  if (form === 'text') return FILE_KINDS.odt;
  if (form === 'presentation') return FILE_KINDS.odp;
  if (form === 'spreadsheet') return FILE_KINDS.ods;
  if (form !== undefined) throw foreignOffice();
  if (archive.find('META-INF/MANIFEST.MF') || archive.find('AndroidManifest.xml'))
    throw unsupported('Packages of programs are not read.');
  if (archive.find('Index/Document.iwa') || archive.find('index.zip'))
    throw unsupported('Pages, Numbers and Keynote files are not read; export the file as PDF.');
  return FILE_KINDS.zip;
}

function unsupported(message: string): DocumentError {
  return new DocumentError('unsupported', message);
}
