/** Extensions of binary formats. */
const BINARY = new Set(
  'xlsx xlsm xlsb docx docm pptx pptm odt odp ods pdf epub msg png jpg jpeg gif tif tiff zip'.split(' '),
);
/** Types of text files. */
const TEXTS = new Set(['txt', 'md', 'csv', 'tsv', 'json', 'html', 'eml']);

/**
 * Returns a warning for the user where a text file bears the extension of a binary format; null for other
 * files.
 */
export function misnamedText(filename: string, fileType: string): string | null {
  const extension = /\.([a-z0-9]{1,10})$/i.exec(filename)?.[1]?.toLowerCase() ?? '';
  if (!BINARY.has(extension) || !TEXTS.has(fileType)) return null;
  return `The file is named .${extension} but holds text, and was read as ${fileType.toUpperCase()}.`;
}
