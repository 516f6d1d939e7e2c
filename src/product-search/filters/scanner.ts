/** Reads the tokens of a filter, one by one. Which one may come is for its caller to say. */
export interface Scanner {
  /** Offset of the next token; the length of the text at its end. */
  at(): number;
  isAtEnd(): boolean;
  /** Takes the next token when it matches a sticky pattern. */
  take(pattern: RegExp): RegExpExecArray | null;
  /** Takes the next token when it is this keyword, in any case. */
  takeKeyword(keyword: string): boolean;
  /** The next token when it matches a sticky pattern; it stays. */
  peek(pattern: RegExp): string | null;
  /** The next token for a message: in quotes, or `the end`. */
  shown(): string;
}

const spaces = /\s*/uy;
const word = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy;
const anything = /[\p{L}\p{M}\p{N}_.-]{1,30}|[\s\S]/uy;

/** Begins to read a text. */
export function createScanner(text: string): Scanner {
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  const skip = (length: number) => {
    at += length;
    at += match(spaces)![0].length;
  };
  skip(0);

  const take: Scanner['take'] = (pattern) => {
    const found = match(pattern);
    if (found !== null) skip(found[0].length);
    return found;
  };
  return {
    at: () => at,
    isAtEnd: () => at === text.length,
    take,
    takeKeyword(keyword) {
      if (match(word)?.[0].toUpperCase() !== keyword) return false;
      skip(keyword.length);
      return true;
    },
    peek: (pattern) => match(pattern)?.[0] ?? null,
    shown: () => (at === text.length ? 'the end' : `'${match(anything)![0]}'`),
  };
}
