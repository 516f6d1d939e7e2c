import { type CellRange } from '../../workbook-reader';
import { parseRange, rangeName } from '../cell-range';
import { COLUMNS_MAX } from '../limits';
import { readXml, type XmlTag } from '../../ooxml/xml/xml-events';
import { isOn, wholeNumber } from '../../ooxml/xml/xml-values';

/** Merged ranges and links kept of one sheet; Excel allows 65,530 links. */
export const MERGES_MAX = 500_000;
export const LINKS_MAX = 200_000;
/** Corners of an embedded object; Excel writes them in the main namespace, the standard has the other one. */
const CORNERS = new Set(['x:from', 'x:to', 'xdr:from', 'xdr:to']);

/** An image that the sheet's part names itself, outside its drawing. */
export interface SheetPicture {
  relationshipId: string;
  /** `background` is behind the cells; `preview` shows an embedded document. */
  role: 'background' | 'preview';
  /** A1 range, null where it has none. */
  anchor: string | null;
}

/** Content of a worksheet's part before and after its rows. */
export interface SheetSurroundings {
  hiddenColumns: { first: number; last: number }[];
  merges: CellRange[];
  hyperlinks: { reference: string; relationshipId: string | undefined; location: string | undefined }[];
  pictures: SheetPicture[];
  /** Relationship of the drawing with the images of page header and footer. */
  headerFooterDrawing: string | null;
  /** False where the part has more merged ranges or links than are kept. */
  whole: boolean;
}

/** Surroundings of a part that has nothing but rows. */
export function noSurroundings(): SheetSurroundings {
  return {
    hiddenColumns: [],
    merges: [],
    hyperlinks: [],
    pictures: [],
    headerFooterDrawing: null,
    whole: true,
  };
}

/** Reads the XML around the rows of a part. */
export function readSurroundings(xml: string): SheetSurroundings {
  const surroundings = noSurroundings();
  const objects = createObjectReader(surroundings.pictures);
  readXml(xml, 'x', {
    open(tag) {
      readElement(surroundings, tag);
      objects.open(tag);
    },
    text: (text) => {
      objects.text(text);
    },
    close: (name) => {
      objects.close(name);
    },
  });
  return surroundings;
}

function readElement(surroundings: SheetSurroundings, tag: XmlTag): void {
  switch (tag.name) {
    case 'x:col':
      addColumns(surroundings.hiddenColumns, tag);
      break;
    case 'x:mergeCell': {
      const range = parseRange(tag.attribute('ref') ?? '');
      if (range === null) break;
      if (surroundings.merges.length < MERGES_MAX) surroundings.merges.push(range);
      else surroundings.whole = false;
      break;
    }
    case 'x:hyperlink':
      if (surroundings.hyperlinks.length < LINKS_MAX) {
        surroundings.hyperlinks.push({
          reference: tag.attribute('ref') ?? '',
          relationshipId: tag.attribute('r:id'),
          location: tag.attribute('location'),
        });
      } else {
        surroundings.whole = false;
      }
      break;
    case 'x:picture':
      surroundings.pictures.push({
        relationshipId: tag.attribute('r:id') ?? '',
        role: 'background',
        anchor: null,
      });
      break;
    case 'x:legacyDrawingHF':
      surroundings.headerFooterDrawing = tag.attribute('r:id') ?? null;
      break;
  }
}

function addColumns(hidden: SheetSurroundings['hiddenColumns'], tag: XmlTag): void {
  if (!isOn(tag.attribute('hidden'))) return;
  addHiddenColumns(hidden, wholeNumber(tag.attribute('min')) - 1, wholeNumber(tag.attribute('max')) - 1);
}

/** Adds hidden columns, 0-based; those outside of a sheet are left out. */
export function addHiddenColumns(
  hidden: SheetSurroundings['hiddenColumns'],
  first: number,
  lastDeclared: number,
): void {
  const last = Math.min(lastDeclared, COLUMNS_MAX - 1);
  if (first < 0 || last < first) return;
  const before = hidden.at(-1);
  if (before !== undefined && first === before.last + 1) before.last = last;
  else if (hidden.length < COLUMNS_MAX) hidden.push({ first, last });
}

/**
 * Creates a reader of `objectPr` elements, whose image is the preview of an embedded document, and of the
 * `from` and `to` corners in them.
 */
function createObjectReader(pictures: SheetPicture[]) {
  let object: SheetPicture | null = null;
  let corner: { row: number; column: number } | null = null;
  const corners: { row: number; column: number }[] = [];
  let field = '';
  return {
    open(tag: XmlTag) {
      field = tag.name;
      if (tag.name === 'x:objectPr') {
        object = { relationshipId: tag.attribute('r:id') ?? '', role: 'preview', anchor: null };
        corners.length = 0;
      } else if (CORNERS.has(tag.name)) {
        corner = { row: 1, column: 0 };
      }
    },
    text(text: string) {
      if (corner === null) return;
      if (field === 'xdr:col') corner.column = Math.min(wholeNumber(text), COLUMNS_MAX - 1);
      else if (field === 'xdr:row') corner.row = wholeNumber(text) + 1;
    },
    close(name: string) {
      field = '';
      if (CORNERS.has(name) && corner !== null) {
        corners.push(corner);
        corner = null;
      } else if (name === 'x:objectPr' && object !== null) {
        const [from, to] = corners;
        if (from !== undefined && to !== undefined) object.anchor = rangeName(from, to);
        pictures.push(object);
        object = null;
      }
    },
  };
}
