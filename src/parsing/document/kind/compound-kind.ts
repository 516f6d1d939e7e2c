import { type SourceFile } from '../../spreadsheet/source-file';
import { openCompoundFile } from '../../spreadsheet/xls/compound-file';
import { ParseError } from '../parse-error';
import { FILE_KINDS, type FileKind } from './file-kind';

const FOREIGN: readonly [stream: string, sentence: string][] = [
  ['worddocument', 'Word 97 documents (.doc) are not read; save it as DOCX.'],
  ['powerpoint document', 'PowerPoint 97 presentations (.ppt) are not read; save it as PPTX.'],
  ['visiodocument', 'Visio drawings are not read; save it as PDF.'],
];

/** What a compound file holds, by the streams in its root. */
export function compoundKind(file: SourceFile): FileKind {
  const { rootNames } = openCompoundFile(file);
  if (rootNames.has('encryptedpackage')) {
    throw new ParseError('encrypted_file', 'The file is protected by a password. Remove it and try again.');
  }
  if (rootNames.has('__properties_version1.0')) return FILE_KINDS.msg;
  if (rootNames.has('workbook') || rootNames.has('book')) return FILE_KINDS.xls;
  const foreign = FOREIGN.find(([stream]) => rootNames.has(stream));
  throw new ParseError(
    'unsupported_file_type',
    foreign?.[1] ?? 'The file is of an older Office format, or another one, that is not read.',
  );
}
