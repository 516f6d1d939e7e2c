import { openCompoundFile, openSourceFile } from 'spreadsheet-reader/toolkit';
import { type FormatParser } from '../../block-sink';
import { readSummaryTitle } from '../office/summary-title';
import { readDocBlocks } from './doc-blocks';
import { openDocFile } from './doc-file';

/** Parser of Word documents of 97 to 2003 ([MS-DOC]): all but their pictures. */
export const parseDoc: FormatParser = async ({ path }, sink) => {
  const source = openSourceFile(path);
  try {
    const container = openCompoundFile(source);
    readDocBlocks(openDocFile(container), sink);
    return await Promise.resolve({
      title: readSummaryTitle(container),
      language: null,
      pageCount: null,
    });
  } finally {
    source.close();
  }
};
