import { SourceError } from '../../source/source-error';
import { type SheetInfo } from '../../workbook-reader';
import { type ZipArchive } from '../../zip';
import { decodeXml } from '../../ooxml/xml/xml-encoding';
import { readXml, type XmlTag } from '../../ooxml/xml/xml-events';
import { resolveEscapes } from '../../ooxml/xml/xml-text';
import { isOn } from '../../ooxml/xml/xml-values';
import { findPart, readRelatedText, readRelationships, type Relationship } from '../../ooxml/relationships';
import { noStyles, readStyles, type Styles } from './styles';

const DEFAULT_WORKBOOK = 'xl/workbook.xml';
const KIND_OF_TYPE = new Map<string, SheetInfo['kind']>([
  ['chartsheet', 'chartsheet'],
  ['xlMacrosheet', 'macrosheet'],
  ['xlIntlMacrosheet', 'macrosheet'],
  ['dialogsheet', 'dialogsheet'],
]);

/** Workbook-wide facts from the workbook part and the parts that it names. */
export interface WorkbookPart {
  date1904: boolean;
  sheets: SheetInfo[];
  /** Part name of each sheet, by sheet index. */
  sheetParts: string[];
  styles: Styles;
  /** Relationships to other parts, which are read on demand. */
  relationships: ReadonlyMap<string, Relationship>;
  warnings: Set<string>;
}

/**
 * Reads the workbook part of a package.
 *
 * @throws SourceError `unsupported` where the package holds something else, `too_large` for more than
 *   `sheetsMax` sheets, `corrupt` for malformed XML
 */
export function readWorkbookPart(archive: ZipArchive, sheetsMax: number): WorkbookPart {
  const part = findWorkbookPart(archive);
  const relationships = readRelationships(archive, part);
  const stylesXml = readRelatedText(archive, relationships, 'styles');
  const workbook: WorkbookPart = {
    date1904: false,
    sheets: [],
    sheetParts: [],
    styles: stylesXml === null ? noStyles : readStyles(stylesXml),
    relationships,
    warnings: new Set(),
  };
  const root: string[] = [];
  readXml(decodeXml(archive.read(findPart(archive, part)!)), 'x', {
    open(tag) {
      if (root.length === 0) root.push(tag.name);
      if (tag.name === 'x:workbookPr') workbook.date1904 = isOn(tag.attribute('date1904'));
      else if (tag.name === 'x:sheet') addSheet(workbook, tag, relationships, sheetsMax);
    },
  });
  if (root[0] !== 'x:workbook') throw notAWorkbook();
  return workbook;
}

function addSheet(
  workbook: WorkbookPart,
  tag: XmlTag,
  relationships: ReadonlyMap<string, Relationship>,
  sheetsMax: number,
): void {
  const index = workbook.sheets.length;
  if (index >= sheetsMax)
    throw new SourceError('too_large', `The workbook has more than ${sheetsMax} sheets.`);
  const relationship = relationships.get(tag.attribute('r:id') ?? tag.attribute('id') ?? '');
  if (relationship === undefined || relationship.external) {
    workbook.warnings.add('The workbook names a sheet that is not part of the file; it was left out.');
    return;
  }
  const state = tag.attribute('state');
  workbook.sheets.push({
    index,
    name: resolveEscapes(tag.attribute('name') ?? ''),
    state: state === 'hidden' || state === 'veryHidden' ? state : 'visible',
    kind: KIND_OF_TYPE.get(relationship.type) ?? 'worksheet',
  });
  workbook.sheetParts.push(relationship.target);
}

function findWorkbookPart(archive: ZipArchive): string {
  const main = [...readRelationships(archive, '').values()].find((one) => one.type === 'officeDocument');
  if (main !== undefined && findPart(archive, main.target) !== undefined) {
    if (main.target.toLowerCase().endsWith('.bin')) throw binaryWorkbook();
    return main.target;
  }
  if (archive.find(DEFAULT_WORKBOOK) !== undefined) return DEFAULT_WORKBOOK;
  throw notAWorkbook();
}

function notAWorkbook(): SourceError {
  return new SourceError('unsupported', 'The file is an archive, but not an Excel workbook.');
}

function binaryWorkbook(): SourceError {
  return new SourceError(
    'unsupported',
    'The file is a binary Excel workbook (.xlsb). Save it as an Excel workbook (.xlsx) and try again.',
  );
}
