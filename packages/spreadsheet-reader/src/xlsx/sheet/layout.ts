import { type DeclaredTable, type SheetLayout } from '../../workbook-reader';
import { type ZipArchive } from '../../zip';
import { cellName, parseRange } from '../cell-range';
import { findPart, type Relationship } from '../../ooxml/relationships';
import { decodeXml } from '../../ooxml/xml/xml-encoding';
import { joinComments, readThreadedComments } from './comments';
import { type SheetSurroundings } from './surroundings';

/** Readers of the parts of a sheet that are XML or binary. */
export interface LayoutParts {
  /** Reads a declared table; null where its range is invalid. */
  table: (part: Buffer) => DeclaredTable | null;
  notes: (part: Buffer) => SheetLayout['comments'];
}

/** Input of a sheet's layout. */
export interface LayoutSources {
  archive: ZipArchive;
  relationships: ReadonlyMap<string, Relationship>;
  surroundings: SheetSurroundings;
  /** Names of comment authors by id. */
  persons: ReadonlyMap<string, string>;
  /** Whether `surroundings` includes what comes after the rows. */
  complete: boolean;
}

/** Builds the layout of a sheet: everything but its rows. */
export function buildLayout(sources: LayoutSources, parts: LayoutParts): SheetLayout {
  const { surroundings } = sources;
  return {
    merges: surroundings.merges,
    hiddenColumns: surroundings.hiddenColumns,
    tables: partsOf(sources, 'table')
      .map(parts.table)
      .filter((table): table is DeclaredTable => table !== null),
    links: readLinks(sources),
    comments: joinComments(
      partsOf(sources, 'comments').flatMap(parts.notes),
      partsOf(sources, 'threadedComment').flatMap((part) =>
        readThreadedComments(decodeXml(part), sources.persons),
      ),
    ),
    complete: sources.complete && surroundings.whole,
  };
}

function partsOf({ archive, relationships }: LayoutSources, type: string): Buffer[] {
  return [...relationships.values()]
    .filter((relationship) => relationship.type === type && !relationship.external)
    .map((relationship) => findPart(archive, relationship.target))
    .filter((entry) => entry !== undefined)
    .map((entry) => archive.read(entry));
}

/**
 * Reads hyperlinks. External ones have a target and optionally a place in it; those within the workbook have
 * a place only.
 */
function readLinks({ relationships, surroundings }: LayoutSources): SheetLayout['links'] {
  const links: SheetLayout['links'] = [];
  for (const { reference, relationshipId, location } of surroundings.hyperlinks) {
    const range = parseRange(reference);
    const target = relationshipId === undefined ? undefined : relationships.get(relationshipId)?.target;
    const url = (target ?? '') + (location === undefined ? '' : `#${location}`);
    if (range === null || url === '') continue;
    links.push({ cell: cellName({ row: range.firstRow, column: range.firstColumn }), url });
  }
  return links;
}
