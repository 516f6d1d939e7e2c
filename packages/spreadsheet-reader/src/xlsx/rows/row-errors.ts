import { SourceError } from '../../source/source-error';

/** Error for a cell or text that is larger than any spreadsheet program writes. */
export function oversizedPart(): SourceError {
  return new SourceError(
    'too_large',
    'The file cannot be opened safely: a single cell holds many megabytes.',
  );
}

export function tooManyCells(cellsMax: number): SourceError {
  return new SourceError('too_large', `A sheet has more than ${cellsMax} cells.`);
}

/**
 * Error for too many characters in a sheet: with shared strings a small file can show one long text in
 * millions of cells.
 */
export function tooMuchText(): SourceError {
  return new SourceError('too_large', 'A sheet shows more text than can be read safely.');
}

/** Error for a row past 1,048,576 or a column past XFD. */
export function cellOutsideSheet(): SourceError {
  return new SourceError(
    'corrupt',
    'The file is damaged: a cell lies outside of the largest possible sheet.',
  );
}

/** Error for unordered rows of a sheet that is too large to be sorted. */
export function rowsOutOfOrder(): SourceError {
  return new SourceError('corrupt', 'The file is damaged: the rows of a large sheet are not in order.');
}
