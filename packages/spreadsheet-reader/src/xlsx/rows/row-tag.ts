import { XML_BYTES } from '../../ooxml/xml/bytes';
import { attributeValueStart, spells } from './byte-scan';

const { EQUALS, LOWER_R, LOWER_T, NINE, ONE, SPACE, ZERO } = XML_BYTES;

/** Attributes of a row's start tag that are read. */
export interface RowTag {
  /** Row number, 0 where it is implicit: the row follows the previous one. */
  number: number;
  hidden: boolean;
}

/** Reads the attributes between the name of a row's start tag and the offset behind its `>` into `tag`. */
export function readRowTag(tag: RowTag, bytes: Buffer, from: number, to: number): void {
  tag.number = 0;
  tag.hidden = false;
  let at = from;
  for (;;) {
    while (at < to && bytes[at]! <= SPACE) at++;
    const name = at;
    while (at < to && bytes[at]! > SPACE && bytes[at] !== EQUALS) at++;
    const nameStop = at;
    while (at < to && bytes[at] !== EQUALS) at++;
    if (at >= to) return;
    const value = attributeValueStart(bytes, at, to);
    if (value < 0) return;
    if (nameStop - name === 1 && bytes[name] === LOWER_R) {
      tag.number = readDigits(bytes, value);
    } else if (spells(bytes, name, nameStop, 'hidden')) {
      tag.hidden = bytes[value] === ONE || bytes[value] === LOWER_T;
    }
    at = bytes.indexOf(bytes[value - 1]!, value) + 1;
    if (at === 0) return;
  }
}

/** Whole number whose digits begin at `from`, 0 where there are none. */
export function readDigits(bytes: Buffer, from: number): number {
  let value = 0;
  for (let at = from; bytes[at]! >= ZERO && bytes[at]! <= NINE; at++)
    value = value * 10 + (bytes[at]! - ZERO);
  return value;
}
