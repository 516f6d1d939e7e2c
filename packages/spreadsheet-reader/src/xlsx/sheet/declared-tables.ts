import { type DeclaredTable } from '../../workbook-reader';
import { parseRange } from '../cell-range';
import { readXml } from '../../ooxml/xml/xml-events';
import { resolveEscapes } from '../../ooxml/xml/xml-text';
import { wholeNumber } from '../../ooxml/xml/xml-values';

/** Reads a table part; null where its range is invalid. */
export function readDeclaredTable(xml: string): DeclaredTable | null {
  let table: DeclaredTable | null = null;
  readXml(xml, 'x', {
    open(tag) {
      if (tag.name !== 'x:table' || table !== null) return;
      const range = parseRange(tag.attribute('ref') ?? '');
      if (range === null) return;
      table = {
        name: resolveEscapes(tag.attribute('displayName') ?? tag.attribute('name') ?? ''),
        range,
        headerRows: wholeNumber(tag.attribute('headerRowCount') ?? '1'),
        totalsRows: wholeNumber(tag.attribute('totalsRowCount')),
      };
    },
  });
  return table;
}
