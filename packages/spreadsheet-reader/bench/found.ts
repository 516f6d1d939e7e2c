/**
 * Counts of what a reader met in its files. Every peer counts the same way, so that a bench can see who
 * skipped something.
 */
export interface Found {
  /** Cells with a value. */
  cells: number;
  texts: number;
  /** Sum of numbers and date serials; readers that turn dates into objects leave those out. */
  numberSum: number;
  /** Sum of the first UTF-16 code of each text: forces a lazily decoded text to be there. */
  touched: number;
}

export const nothingFound = (): Found => ({ cells: 0, texts: 0, numberSum: 0, touched: 0 });

/** Touches one value of whatever shape a reader gives it; blank ones (null, undefined, '') do not count. */
export function touchValue(found: Found, value: unknown): void {
  if (value === null || value === undefined || value === '') return;
  found.cells++;
  if (typeof value === 'number') {
    found.numberSum += value;
  } else if (typeof value === 'string') {
    found.texts++;
    found.touched += value.charCodeAt(0);
  }
}

/** A measured run, the line that every peer prints. */
export interface Measurement extends Found {
  /** From before the first file is opened until the last value was touched, in the reader's own process. */
  seconds: number;
  /** Processor time of all its threads in that span: tells what a loaded machine hides. */
  cpuSeconds: number;
  /** Files that the reader refused. */
  failed: number;
  /** Largest resident size of the process; 0 where it is unknown. */
  peakBytes: number;
}
