const charactersPerUnit = 3_000;
const creditsPerUnit = 0.5;
/** One image or chart returned as a figure chunk. */
const creditsPerFigure = 0.5;

/** Credits of a finished spreadsheet parse: half a credit per started 3,000 characters of sheet text, and per figure. */
export function parseCredits(characters: number, figures: number): number {
  return Math.ceil(characters / charactersPerUnit) * creditsPerUnit + figures * creditsPerFigure;
}

/**
 * Credits to reserve before a file is read, from its size alone: one character per byte. Sheet text of real workbooks is
 * about as long as the compressed file; a text file's is never longer. An unknown size reserves one unit.
 */
export function estimatedParseCredits(byteSize: number | null): number {
  return Math.max(1, Math.ceil((byteSize ?? 0) / charactersPerUnit)) * creditsPerUnit;
}
