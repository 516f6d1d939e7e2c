import { endOfString, parseWithLongNumbersAsText } from '../platform/exact-json';

/**
 * Members of a JSON object: the text of each value by its name, in the order of first appearance. The text
 * keeps details that parsing loses, such as `1.10`, numbers of 20 digits and a member `__proto__`.
 */
export type RawMembers = Map<string, string>;

/**
 * Parses a record. A number that a double cannot represent becomes the text of its digits, which the type
 * `number` refuses, so that none is rounded.
 *
 * @param text JSON of an object
 */
export function parseRecord(text: string): Record<string, unknown> {
  return parseWithLongNumbersAsText(text) as Record<string, unknown>;
}

/**
 * Reads the members of a JSON object. The last of several members with the same name wins, at the position of
 * the first, as in `JSON.parse`.
 *
 * @param text valid JSON
 * @throws Error when the text is not an object
 */
export function rawMembers(text: string): RawMembers {
  const members: RawMembers = new Map();
  let at = skipSpace(text, 0);
  if (text[at] !== '{') throw new Error('the text is no JSON object');
  at = skipSpace(text, at + 1);
  while (text[at] !== '}') {
    const nameEnd = endOfString(text, at);
    const name = JSON.parse(text.slice(at, nameEnd)) as string;
    const valueStart = skipSpace(text, skipSpace(text, nameEnd) + 1);
    const valueEnd = endOfValue(text, valueStart);
    members.set(name, text.slice(valueStart, valueEnd));
    at = skipSpace(text, valueEnd);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return members;
}

/**
 * Texts of the elements of a JSON array, in order.
 *
 * @param text valid JSON of an array
 */
export function rawElements(text: string): string[] {
  const elements: string[] = [];
  let at = skipSpace(text, skipSpace(text, 0) + 1);
  while (text[at] !== ']') {
    const end = endOfValue(text, at);
    elements.push(text.slice(at, end));
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return elements;
}

/** Writes members as a JSON object. */
export function rawObject(members: RawMembers): string {
  return `{${Array.from(members, ([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
}

/**
 * Merges the members of a patch into an object. A `null` removes its member; other values replace it or are
 * appended.
 */
export function applyPatch(text: string, patch: string): string {
  const members = rawMembers(text);
  for (const [name, value] of rawMembers(patch)) {
    if (value === 'null') members.delete(name);
    else members.set(name, value);
  }
  return rawObject(members);
}

/**
 * Joins two patches into one with the same effect on any object, except for the order of members: one that
 * the first patch removes and the second sets again keeps its position instead of moving to the end.
 */
export function composePatches(first: string, second: string): string {
  const members = rawMembers(first);
  for (const [name, value] of rawMembers(second)) {
    if (members.get(name) === 'null') members.delete(name);
    members.set(name, value);
  }
  return rawObject(members);
}

const space = 0x20;

function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

function isSpace(code: number): boolean {
  return code === space || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Position after the value that begins at `from`. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  let at = from;
  do {
    const char = text[at];
    if (char === undefined) throw new Error('a JSON value has no end');
    if (char === '"') at = endOfString(text, at);
    else if (char === '{' || char === '[') {
      depth++;
      at++;
    } else if (char === '}' || char === ']') {
      depth--;
      at++;
    } else if (depth > 0) at++;
    else at = endOfWord(text, at);
  } while (depth > 0);
  return at;
}

/** Position after the number, `true`, `false` or `null` that begins at `from`. */
function endOfWord(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isSpace(text.charCodeAt(at)) && !',]}'.includes(text[at]!)) at++;
  return at;
}
