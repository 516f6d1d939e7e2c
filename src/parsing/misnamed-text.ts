/** Extensions of formats that are no text. */
const BINARY = new Set(
  'xlsx xlsm xlsb docx docm pptx pptm pdf epub msg png jpg jpeg gif tif tiff zip'.split(' '),
);
/** Types of files that are text. */
const TEXTS = new Set(['txt', 'md', 'csv', 'tsv', 'json', 'html', 'eml']);

/** A sentence for people where a file is a text under the name of a format that is none; null for others. */
export function misnamedText(filename: string, fileType: string): string | null {
  const extension = /\.([a-z0-9]{1,10})$/i.exec(filename)?.[1]?.toLowerCase() ?? '';
  if (!BINARY.has(extension) || !TEXTS.has(fileType)) return null;
  return `The file is named .${extension} but holds text, and was read as ${fileType.toUpperCase()}.`;
}
