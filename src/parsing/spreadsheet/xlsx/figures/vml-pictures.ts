import { rangeName } from '../cell-range';
import { COLUMNS_MAX } from '../limits';
import { readXml } from '../xml/xml-events';
import { wholeNumber } from '../xml/xml-values';

/** A picture in a drawing of the older kind, which previews of embedded documents, headers and footers still use. */
export interface VmlPicture {
  relationshipId: string;
  /** What the file calls it, often the name of the picture's file. */
  title: string;
  /** A1 range, null where it has none. */
  anchor: string | null;
}

/** Reads a VML part, which may be less than well-formed. Shapes without a picture, such as the boxes of notes, are left out. */
export function readVmlPictures(xml: string): VmlPicture[] {
  const pictures: VmlPicture[] = [];
  let picture: VmlPicture | null = null;
  let inAnchor = false;
  readXml(xml, {
    open(tag) {
      inAnchor = tag.name === 'Anchor';
      if (tag.name === 'shape') picture = null;
      const relationshipId =
        tag.name === 'imagedata' ? (tag.prefixed('relid') ?? tag.prefixed('id')) : undefined;
      if (relationshipId === undefined) return;
      picture = { relationshipId, title: tag.prefixed('title') ?? '', anchor: null };
      pictures.push(picture);
    },
    text(text) {
      if (inAnchor && picture !== null) picture.anchor = anchorOf(text);
    },
    close() {
      inAnchor = false;
    },
  });
  return pictures;
}

/** Left column, its offset, top row, its offset, right column, its offset, bottom row, its offset; all counted from 0. */
function anchorOf(text: string): string | null {
  const fields = text.split(',');
  if (fields.length < 8) return null;
  const corner = (column: number, row: number) => ({
    column: Math.min(wholeNumber(fields[column]!.trim()), COLUMNS_MAX - 1),
    row: wholeNumber(fields[row]!.trim()) + 1,
  });
  return rangeName(corner(0, 2), corner(4, 6));
}
