import { writeZip, type ZipPart } from '../zip/write-zip';

export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const OFFICE_RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE_RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** A relationship; `type` is the last part of its address unless it is one. */
export interface TestRelationship {
  id: string;
  type: string;
  target: string;
  external?: boolean;
}

export interface TestSheet {
  name?: string;
  state?: string;
  /** The whole part. */
  xml: string | Buffer;
  /** Type of the relationship, `worksheet` by default. */
  type?: string;
  relationships?: TestRelationship[];
}

export interface TestWorkbook {
  sheets?: TestSheet[];
  /** Content of `workbook` before its sheets. */
  properties?: string;
  /** Content of `sst`, or the whole part where it is bytes. */
  sharedStrings?: string | Buffer;
  /** Content of `styleSheet`. */
  styles?: string;
  /** Further relationships of the workbook, and the parts that they or others lead to. */
  relationships?: TestRelationship[];
  parts?: ZipPart[];
  /** Whether parts are stored as they are, so that large ones do not look like bombs. */
  stored?: boolean;
}

/** A workbook of hand-made parts. */
export function writeXlsx(workbook: TestWorkbook): Buffer {
  const sheets = workbook.sheets ?? [];
  const relationships = sheets.map(({ type = 'worksheet' }, index) => ({
    id: `rId${index + 1}`,
    type,
    target: `worksheets/sheet${index + 1}.xml`,
  }));
  const parts: ZipPart[] = [
    {
      name: '_rels/.rels',
      data: relationshipsXml([{ id: 'r', type: 'officeDocument', target: 'xl/workbook.xml' }]),
    },
    { name: 'xl/workbook.xml', data: workbookXml(sheets, workbook.properties ?? '') },
  ];
  if (workbook.sharedStrings !== undefined) {
    relationships.push({ id: 'sst', type: 'sharedStrings', target: 'sharedStrings.xml' });
    const data = workbook.sharedStrings;
    const sst = typeof data === 'string' ? `<sst xmlns="${MAIN}">${data}</sst>` : data;
    parts.push({ name: 'xl/sharedStrings.xml', data: sst });
  }
  if (workbook.styles !== undefined) {
    relationships.push({ id: 'styles', type: 'styles', target: 'styles.xml' });
    parts.push({
      name: 'xl/styles.xml',
      data: `<styleSheet xmlns="${MAIN}">${workbook.styles}</styleSheet>`,
    });
  }
  parts.push({
    name: 'xl/_rels/workbook.xml.rels',
    data: relationshipsXml([...relationships, ...(workbook.relationships ?? [])]),
  });
  sheets.forEach(({ xml, relationships: own }, index) => {
    parts.push({ name: `xl/worksheets/sheet${index + 1}.xml`, data: xml });
    if (own !== undefined) {
      parts.push({ name: `xl/worksheets/_rels/sheet${index + 1}.xml.rels`, data: relationshipsXml(own) });
    }
  });
  const all = [...parts, ...(workbook.parts ?? [])];
  return writeZip(all.map((part) => ({ ...part, stored: workbook.stored === true })));
}

/** A worksheet's part: the rows, and what stands around them. */
export function sheetXml(rows: string, { before = '', after = '' } = {}): string {
  return `<?xml version="1.0"?><worksheet xmlns="${MAIN}" xmlns:r="${OFFICE_RELATIONSHIPS}">${before}<sheetData>${rows}</sheetData>${after}</worksheet>`;
}

export function relationshipsXml(relationships: readonly TestRelationship[]): string {
  const lines = relationships.map(({ id, type, target, external }) => {
    const address = type.includes('/') ? type : `${OFFICE_RELATIONSHIPS}/${type}`;
    return `<Relationship Id="${id}" Type="${address}" Target="${target}"${external === true ? ' TargetMode="External"' : ''}/>`;
  });
  return `<Relationships xmlns="${PACKAGE_RELATIONSHIPS}">${lines.join('')}</Relationships>`;
}

function workbookXml(sheets: readonly TestSheet[], properties: string): string {
  const list = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${name ?? `Sheet${index + 1}`}" sheetId="${index + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="rId${index + 1}"/>`,
  );
  return `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE_RELATIONSHIPS}">${properties}<sheets>${list.join('')}</sheets></workbook>`;
}
