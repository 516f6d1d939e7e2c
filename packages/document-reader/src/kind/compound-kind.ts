import {
  type CompoundFile,
  decryptPackage,
  openCompoundFile,
  type SourceFile,
} from 'spreadsheet-reader/toolkit';
import { DocumentError } from '../document-error';
import { FILE_KINDS, type FileKind } from './file-kind';
import { zipKind } from './zip-kind';

const FOREIGN: readonly [stream: string, sentence: string][] = [
  ['visiodocument', 'Visio drawings are not read; save the file as PDF.'],
];

/**
 * Kind of a compound file by the streams in its root.
 *
 * @throws DocumentError; SourceError for a file that is damaged or has a password
 */
export function compoundKind(file: SourceFile): FileKind {
  const container = openCompoundFile(file);
  const { rootNames } = container;
  if (rootNames.has('encryptedpackage')) return packageKind(file, container);
  if (rootNames.has('__properties_version1.0')) return FILE_KINDS.msg;
  if (rootNames.has('workbook') || rootNames.has('book')) return FILE_KINDS.xls;
  if (rootNames.has('worddocument')) return FILE_KINDS.doc;
  if (rootNames.has('powerpoint document')) return FILE_KINDS.ppt;
  const foreign = FOREIGN.find(([stream]) => rootNames.has(stream));
  throw new DocumentError(
    'unsupported',
    foreign?.[1] ?? 'The file is of an older Office format, or another one, that is not read.',
  );
}

/** Only Excel opens files with its default password without asking. */
function packageKind(file: SourceFile, container: CompoundFile): FileKind {
  const kind = zipKind(decryptPackage(file, container));
  if (kind.family === 'spreadsheet') return kind;
  throw new DocumentError('encrypted', 'The file is protected by a password. Remove it and try again.');
}
