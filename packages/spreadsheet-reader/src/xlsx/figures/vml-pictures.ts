import { cellName, rangeName } from '../cell-range';
import { COLUMNS_MAX } from '../limits';
import { readXml } from '../../ooxml/xml/xml-events';
import { wholeNumber } from '../../ooxml/xml/xml-values';

/**
 * An image in a VML drawing, the older form that notes, previews of embedded documents, headers and footers
 * still use.
 */
export interface VmlPicture {
  relationshipId: string;
  /** `note`: the image fills the box of a note. */
  role: 'note' | 'shape';
  /** Title in the file, often the name of the image file. */
  title: string;
  /** A1 range of a shape, A1 cell of a note; null where it has none. */
  anchor: string | null;
}

/** Reads a VML part, which need not be well-formed. Shapes without an image are left out. */
export function readVmlPictures(xml: string): VmlPicture[] {
  const pictures: VmlPicture[] = [];
  let picture: VmlPicture | null = null;
  let row: string | undefined;
  let field = '';
  readXml(xml, 'v', {
    open(tag) {
      field = tag.name;
      if (tag.name === 'v:shape') picture = null;
      if (tag.name !== 'v:imagedata' && tag.name !== 'v:fill') return;
      const relationshipId = tag.attribute('o:relid') ?? tag.attribute('r:id');
      if (relationshipId === undefined) return;
      const role = tag.name === 'v:fill' ? 'note' : 'shape';
      picture = { relationshipId, role, title: tag.attribute('o:title') ?? '', anchor: null };
      pictures.push(picture);
    },
    text(text) {
      if (picture?.role === 'shape' && field === 'xvml:Anchor') picture.anchor = anchorOf(text);
      if (field === 'xvml:Row') row = text;
      if (picture?.role === 'note' && field === 'xvml:Column') picture.anchor = cellOf(row, text);
    },
    close() {
      field = '';
    },
  });
  return pictures;
}

/**
 * Parses an anchor: left column, its offset, top row, its offset, right column, its offset, bottom row, its
 * offset; all counted from 0.
 */
function anchorOf(text: string): string | null {
  const fields = text.split(',');
  if (fields.length < 8) return null;
  const corner = (column: number, row: number) => position(fields[column]!, fields[row]!);
  return rangeName(corner(0, 2), corner(4, 6));
}

function cellOf(row: string | undefined, column: string): string | null {
  return row === undefined ? null : cellName(position(column, row));
}

function position(column: string, row: string) {
  return { column: Math.min(wholeNumber(column.trim()), COLUMNS_MAX - 1), row: wholeNumber(row.trim()) + 1 };
}
