/** Inline text between two block boundaries, with white space collapsed as browsers do. */
export interface TextRun {
  add(text: string, preformatted: boolean): void;
  lineBreak(): void;
  /** Returns the text without white space at its ends, and empties the run. */
  take(preformatted: boolean): string;
  readonly empty: boolean;
}

export function createTextRun(): TextRun {
  let parts: string[] = [];
  let endsWithSpace = true;

  return {
    get empty() {
      return parts.length === 0;
    },
    add(text, preformatted) {
      if (preformatted) {
        parts.push(text.replace(/\r\n?/g, '\n'));
        endsWithSpace = false;
        return;
      }
      let flat = text.replace(/[ \t\n\r\f]+/g, ' ');
      if (endsWithSpace && flat.startsWith(' ')) flat = flat.slice(1);
      if (flat === '') return;
      parts.push(flat);
      endsWithSpace = flat.endsWith(' ');
    },
    lineBreak() {
      if (parts.length === 0) return;
      parts.push('\n');
      endsWithSpace = true;
    },
    take(preformatted) {
      const text = parts.join('').replace(/[\u00ad\u200b\ufeff]/g, '');
      parts = [];
      endsWithSpace = true;
      if (preformatted) return text.replace(/^\n+|\s+$/g, '');
      return text.replace(/[ \u00a0]+\n/g, '\n').replace(/^[\s\u00a0]+|[\s\u00a0]+$/g, '');
    },
  };
}
