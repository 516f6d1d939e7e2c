import { SourceError } from '../../source/source-error';
import { type SheetInfo } from '../../workbook-reader';
import { type ZipArchive } from '../../zip';
import { decodeXml } from '../../ooxml/xml/xml-encoding';
import { readXml } from '../../ooxml/xml/xml-events';
import { resolveEscapes } from '../../ooxml/xml/xml-text';
import { isOn } from '../../ooxml/xml/xml-values';
import { findPart, readRelatedText, readRelationships, type Relationship } from '../../ooxml/relationships';
import { noStyles, readStyles, type Styles } from './styles';

const DEFAULT_WORKBOOKS = ['xl/workbook.xml', 'xl/workbook.bin'];
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

/** A sheet as the workbook part lists it. */
interface ListedSheet {
  name: string;
  state: string | undefined;
  relationshipId: string;
}

/**
 * Reads the workbook part of a package.
 *
 * @throws SourceError `unsupported` where the package holds something else, `too_large` for more than
 *   `sheetsMax` sheets, `corrupt` for malformed XML
 */
export function readWorkbookPart(archive: ZipArchive, part: string, sheetsMax: number): WorkbookPart {
  const relationships = readRelationships(archive, part);
  const stylesXml = readRelatedText(archive, relationships, 'styles');
  const workbook = createWorkbookPart(relationships, stylesXml === null ? noStyles : readStyles(stylesXml));
  const root: string[] = [];
  readXml(decodeXml(archive.read(findPart(archive, part)!)), 'x', {
    open(tag) {
      if (root.length === 0) root.push(tag.name);
      if (tag.name === 'x:workbookPr') workbook.date1904 = isOn(tag.attribute('date1904'));
      else if (tag.name === 'x:sheet') {
        const sheet = {
          name: resolveEscapes(tag.attribute('name') ?? ''),
          state: tag.attribute('state'),
          relationshipId: tag.attribute('r:id') ?? tag.attribute('id') ?? '',
        };
        addSheet(workbook, sheet, sheetsMax);
      }
    },
  });
  if (root[0] !== 'x:workbook') throw notAWorkbook();
  return workbook;
}

/** The facts of a workbook part whose sheets are not read yet. */
export function createWorkbookPart(
  relationships: ReadonlyMap<string, Relationship>,
  styles: Styles,
): WorkbookPart {
  return { date1904: false, sheets: [], sheetParts: [], styles, relationships, warnings: new Set() };
}

/** Adds a sheet of the list; one that is no part of the file is left out with a warning. */
export function addSheet(
  workbook: WorkbookPart,
  { name, state, relationshipId }: ListedSheet,
  sheetsMax: number,
): void {
  const index = workbook.sheets.length;
  if (index >= sheetsMax)
    throw new SourceError('too_large', `The workbook has more than ${sheetsMax} sheets.`);
  const relationship = workbook.relationships.get(relationshipId);
  if (relationship === undefined || relationship.external) {
    workbook.warnings.add('The workbook names a sheet that is not part of the file; it was left out.');
    return;
  }
  workbook.sheets.push({
    index,
    name,
    state: state === 'hidden' || state === 'veryHidden' ? state : 'visible',
    kind: KIND_OF_TYPE.get(relationship.type) ?? 'worksheet',
  });
  workbook.sheetParts.push(relationship.target);
}

/**
 * Finds the main part of a package by its relationships.
 *
 * @throws SourceError `unsupported` where there is none
 */
export function findWorkbookPart(archive: ZipArchive): string {
  const main = [...readRelationships(archive, '').values()].find((one) => one.type === 'officeDocument');
  if (main !== undefined && findPart(archive, main.target) !== undefined) return main.target;
  const part = DEFAULT_WORKBOOKS.find((name) => archive.find(name) !== undefined);
  if (part === undefined) throw notAWorkbook();
  return part;
}

/** Error for a package whose main part is no workbook. */
export function notAWorkbook(): SourceError {
  return new SourceError('unsupported', 'The file is an archive, but not an Excel workbook.');
}
