import { XML_BYTES } from '../../ooxml/xml/bytes';

const { LOWER_B, LOWER_D, LOWER_E, LOWER_I, LOWER_N, LOWER_S } = XML_BYTES;

/** Cell types by the `t` attribute, as far as they are read differently. */
export const CellType = { number: 0, shared: 1, text: 2, inline: 3, boolean: 4, error: 5, date: 6 } as const;

/**
 * Type by the first byte of its name; `alone` is true where the name has one byte. Unknown types are text.
 */
export function cellTypeOf(first: number, alone: boolean): number {
  switch (first) {
    case LOWER_S:
      return alone ? CellType.shared : CellType.text;
    case LOWER_N:
      return CellType.number;
    case LOWER_B:
      return CellType.boolean;
    case LOWER_I:
      return CellType.inline;
    case LOWER_E:
      return CellType.error;
    case LOWER_D:
      return CellType.date;
    default:
      return CellType.text;
  }
}
