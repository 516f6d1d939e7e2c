import type { ColumnStyle } from './table-plan';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DOCUMENT_RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE_RELATION = 'http://schemas.openxmlformats.org/package/2006/relationships';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Index into `cellXfs` of {@link stylesPart}. */
export const XLSX_STYLE: Record<ColumnStyle, number> = {
  general: 0,
  date: 1,
  datetime: 2,
  currency: 3,
  percent: 4,
};

const escapeXml = (text: string): string =>
  /[&<>"]/.test(text)
    ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
    : text;

export function contentTypesPart(sheets: number): string {
  const worksheets = Array.from(
    { length: sheets },
    (_, at) =>
      `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${CONTENT}.worksheet+xml"/>`,
  ).join('');
  return (
    `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/>` +
    `<Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/>${worksheets}` +
    `<Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/>` +
    `<Override PartName="/xl/sharedStrings.xml" ContentType="${CONTENT}.sharedStrings+xml"/></Types>`
  );
}

export const packageRelationsPart = (): string =>
  `${HEAD}<Relationships xmlns="${PACKAGE_RELATION}">` +
  `<Relationship Id="rId1" Type="${DOCUMENT_RELATION}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

export function workbookPart(names: readonly string[]): string {
  const sheets = names.map(
    (name, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  return (
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT_RELATION}">` +
    `<workbookPr/><sheets>${sheets.join('')}</sheets><calcPr calcId="191029"/></workbook>`
  );
}

export function workbookRelationsPart(sheets: number): string {
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${DOCUMENT_RELATION}/${type}" Target="${target}"/>`;
  const worksheets = Array.from({ length: sheets }, (_, at) =>
    relation(at + 1, 'worksheet', `worksheets/sheet${at + 1}.xml`),
  );
  return (
    `${HEAD}<Relationships xmlns="${PACKAGE_RELATION}">${worksheets.join('')}` +
    `${relation(sheets + 1, 'styles', 'styles.xml')}${relation(sheets + 2, 'sharedStrings', 'sharedStrings.xml')}` +
    `</Relationships>`
  );
}

/**
 * Cell formats, one for each {@link ColumnStyle}: general, built-in date, custom date with time, custom euro,
 * built-in percent.
 */
export const stylesPart = (): string =>
  `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2">` +
  `<numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>` +
  `<numFmt numFmtId="165" formatCode="#,##0.00\\ [$€-407]"/></numFmts>` +
  `<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>` +
  `<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
  `<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
  `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5">` +
  [0, 14, 164, 165, 10]
    .map(
      (format) =>
        `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    )
    .join('') +
  `</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** @param uses number of cells that show one of the strings */
export function* sharedStringsPart(strings: readonly string[], uses: number): Iterable<string> {
  yield `${HEAD}<sst xmlns="${MAIN}" count="${uses}" uniqueCount="${strings.length}">`;
  for (const text of strings) {
    const space = /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : '';
    yield `<si><t${space}>${escapeXml(text)}</t></si>`;
  }
  yield '</sst>';
}

export const sheetOpening = (dimension: string): string =>
  `${HEAD}<worksheet xmlns="${MAIN}" xmlns:r="${DOCUMENT_RELATION}"><dimension ref="${dimension}"/>` +
  `<sheetViews><sheetView workbookViewId="0"/></sheetViews><sheetFormatPr defaultRowHeight="15"/><sheetData>`;

export const sheetClosing = (): string =>
  '</sheetData><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/></worksheet>';
