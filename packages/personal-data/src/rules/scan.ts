/** Positions in a text where a rule may match, found in one pass. */
export interface Places {
  /** Offsets of `@`. */
  ats: number[];
  /** Offsets of colons between two characters of an IPv6 address. */
  colons: number[];
  /** Start and end of each run of ASCII digits, alternating. */
  runs: number[];
}

const AT = 64;
const COLON = 58;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Whether a character can be in an IPv6 address: a hexadecimal digit or a colon. */
export const isHexOrColon = (code: number): boolean =>
  (code >= 48 && code <= 58) || (code >= 97 && code <= 102) || (code >= 65 && code <= 70);

/** Whether a character is an ASCII letter or digit. */
export const isWordCode = (code: number): boolean =>
  isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

/** Finds the positions in time linear in the length of the text. */
export function scan(text: string): Places {
  const places: Places = { ats: [], colons: [], runs: [] };
  const { length } = text;
  let at = 0;
  while (at < length) {
    const code = text.charCodeAt(at);
    if (code > AT || code < 48) at++;
    else if (code <= 57) {
      const start = at;
      do at++;
      while (at < length && isDigit(text.charCodeAt(at)));
      places.runs.push(start, at);
    } else {
      if (code === AT) places.ats.push(at);
      else if (code === COLON && isColonOfNumber(text, at)) places.colons.push(at);
      at++;
    }
  }
  return places;
}

function isColonOfNumber(text: string, at: number): boolean {
  return (
    at + 1 < text.length &&
    isHexOrColon(text.charCodeAt(at + 1)) &&
    (at === 0 || isHexOrColon(text.charCodeAt(at - 1)) || text.charCodeAt(at + 1) === COLON)
  );
}

const groupGap = /(?: {1,2}|\t)?(?:[-./]|\r?\n)?(?: {1,2}|\t)?(?=[A-Za-z\d])/y;

/** The gap between groups of a number at a place: blanks, one sign, one end of a line; '' for none. */
export function groupGapAt(text: string, at: number): string {
  groupGap.lastIndex = at;
  return groupGap.exec(text)?.[0] ?? '';
}
