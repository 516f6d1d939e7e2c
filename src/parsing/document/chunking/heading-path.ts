const headingCharsMax = 300;
const headingsMax = 9;

/** Path of headings over a position in a document. */
export interface HeadingPath {
  readonly path: readonly string[];
  /** Opens a heading; it closes those of its level and deeper. */
  open(level: number, text: string): void;
  clear(): void;
}

export function createHeadingPath(): HeadingPath {
  let open: { level: number; text: string }[] = [];
  let path: readonly string[] = [];
  return {
    get path() {
      return path;
    },
    open(level, text) {
      const heading = { level, text: text.replace(/\s+/g, ' ').trim().slice(0, headingCharsMax) };
      open = [...open.filter((above) => above.level < level), heading].slice(-headingsMax);
      path = open.map((above) => above.text);
    },
    clear() {
      open = [];
      path = [];
    },
  };
}
