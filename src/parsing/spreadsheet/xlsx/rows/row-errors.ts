import { SourceError } from '../../../source/source-error';

/** One cell or text is larger than any spreadsheet program could have written. */
export function oversizedPart(): SourceError {
  return new SourceError(
    'too_large',
    'The file cannot be opened safely: a single cell holds many megabytes.',
  );
}

export function tooManyCells(cellsMax: number): SourceError {
  return new SourceError('too_large', `A sheet has more than ${cellsMax} cells.`);
}

/** Shared strings make it cheap for a file to show one long text in millions of cells. */
export function tooMuchText(): SourceError {
  return new SourceError('too_large', 'A sheet shows more text than can be read safely.');
}

/** A row past 1,048,576 or a column past XFD. */
export function cellOutsideSheet(): SourceError {
  return new SourceError(
    'corrupt',
    'The file is damaged: a cell lies outside of the largest possible sheet.',
  );
}

/** Only for sheets that are too large to be put in order. */
export function rowsOutOfOrder(): SourceError {
  return new SourceError('corrupt', 'The file is damaged: the rows of a large sheet are not in order.');
}
