import { type DeclaredTable, type SheetLayout } from '../../workbook-reader';
import { type ZipArchive } from '../../zip';
import { cellName, parseRange } from '../cell-range';
import { readPartText, type Relationship } from '../../ooxml/relationships';
import { joinComments, readNotes, readThreadedComments } from './comments';
import { readDeclaredTable } from './declared-tables';
import { type SheetSurroundings } from './surroundings';

/** Input of a sheet's layout. */
export interface LayoutSources {
  archive: ZipArchive;
  relationships: ReadonlyMap<string, Relationship>;
  surroundings: SheetSurroundings;
  /** Names of comment authors by id. */
  persons: ReadonlyMap<string, string>;
  /** Whether `surroundings` includes the XML after the rows. */
  complete: boolean;
}

/** Builds the layout of a sheet: everything but its rows. */
export function buildLayout(sources: LayoutSources): SheetLayout {
  const { surroundings } = sources;
  return {
    merges: surroundings.merges,
    hiddenColumns: surroundings.hiddenColumns,
    tables: textsOf(sources, 'table')
      .map(readDeclaredTable)
      .filter((table): table is DeclaredTable => table !== null),
    links: readLinks(sources),
    comments: joinComments(
      textsOf(sources, 'comments').flatMap(readNotes),
      textsOf(sources, 'threadedComment').flatMap((xml) => readThreadedComments(xml, sources.persons)),
    ),
    complete: sources.complete && surroundings.whole,
  };
}

function textsOf({ archive, relationships }: LayoutSources, type: string): string[] {
  return [...relationships.values()]
    .filter((relationship) => relationship.type === type && !relationship.external)
    .map((relationship) => readPartText(archive, relationship.target))
    .filter((text) => text !== null);
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
