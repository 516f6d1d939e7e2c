import { readRelatedText, readRelationships, type ZipArchive } from 'spreadsheet-reader/toolkit';
import { readElements, textOf } from './element';

/** Title in the core properties of an Office file, null for none. */
export function readTitle(archive: ZipArchive): string | null {
  const xml = readRelatedText(archive, readRelationships(archive, ''), 'core-properties');
  let title: string | null = null;
  if (xml !== null) {
    readElements(xml, 'cp', new Set(['dc:title']), (element) => {
      title ??= textOf(element);
    });
  }
  return title;
}
