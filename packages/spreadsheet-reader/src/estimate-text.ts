import { SourceError } from './source/source-error';
import { type ReadRange, readRangedDirectory } from './zip/ranged-directory';

/** Characters of cells in a byte of a worksheet's XML; real worksheets have 0.05 to 0.17. */
const charactersPerSheetByte = 1 / 6;
/** The same for texts that cells share; most of their XML is text. */
const charactersPerSharedByte = 4 / 5;
/** The same of binary worksheets, which have half as many bytes, and of their texts, which are UTF-16. */
const charactersPerBinaryByte = 2 / 5;
const charactersPerBinarySharedByte = 1 / 2;

/**
 * Estimated characters of the sheets of a file that has not been read. For a ZIP workbook they follow from
 * the sizes of its sheets and shared texts in the directory of the archive; this is above the real number for
 * nearly all files, but not where many cells show one long text. Any other file has a character per byte at
 * most, which is the estimate of damaged archives too: reading them ends with an error.
 */
export async function estimateSheetText(byteSize: number, read: ReadRange): Promise<number> {
  try {
    const entries = await readRangedDirectory(byteSize, read);
    const bytesOf = (name: RegExp) =>
      entries.reduce((sum, entry) => (name.test(entry.name) ? sum + entry.byteSize : sum), 0);
    const sheets = bytesOf(/^(?:xl\/worksheets\/[^/]+|content)\.xml$/i) * charactersPerSheetByte;
    const binarySheets = bytesOf(/^xl\/worksheets\/[^/]+\.bin$/i) * charactersPerBinaryByte;
    if (sheets + binarySheets === 0) return byteSize;
    const shared = bytesOf(/^xl\/sharedStrings\.xml$/i) * charactersPerSharedByte;
    const binaryShared = bytesOf(/^xl\/sharedStrings\.bin$/i) * charactersPerBinarySharedByte;
    return Math.ceil(sheets + binarySheets + shared + binaryShared);
  } catch (error) {
    if (error instanceof SourceError) return byteSize;
    throw error;
  }
}
