/** The distinct texts of a workbook, numbered in the order of first use as Excel does. */
export interface SharedTexts {
  /** Number of the text; it gets the next one at its first use. */
  indexOf(text: string): number;
  /** Calls of `indexOf`. */
  uses(): number;
  /** Distinct texts by number. */
  list(): string[];
}

export function createSharedTexts(): SharedTexts {
  const indexes = new Map<string, number>();
  let uses = 0;
  return {
    indexOf(text) {
      uses++;
      let index = indexes.get(text);
      if (index === undefined) indexes.set(text, (index = indexes.size));
      return index;
    },
    uses: () => uses,
    list: () => [...indexes.keys()],
  };
}
