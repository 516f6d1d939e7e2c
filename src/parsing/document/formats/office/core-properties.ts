import { readRelatedText, readRelationships } from '../../../spreadsheet/xlsx/workbook/relationships';
import { type ZipArchive } from '../../../spreadsheet/zip';
import { readElements, textOf } from './element';

/** Names that programs give to what nobody named. */
const NO_TITLE =
  /^(?:untitled|document\d*|presentation\d*|powerpoint presentation|slide \d+|title|microsoft \w+ - .*)$/i;

/** The title in a file's core properties, null where there is none, or only that of a new file. */
export function readTitle(archive: ZipArchive): string | null {
  const xml = readRelatedText(archive, readRelationships(archive, ''), 'core-properties');
  let title: string | null = null;
  if (xml !== null) {
    readElements(xml, new Set(['title']), (element) => {
      title ??= textOf(element).replace(/\s+/g, ' ').trim();
    });
  }
  const found = title as string | null;
  return found === null || found === '' || NO_TITLE.test(found) ? null : found;
}
