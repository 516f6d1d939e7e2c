import { FILE_KINDS, type FileKind } from './file-kind';

/** Kinds of text by file extension. */
const KINDS: Readonly<Record<string, FileKind>> = {
  html: FILE_KINDS.html,
  htm: FILE_KINDS.html,
  xhtml: FILE_KINDS.html,
  mht: FILE_KINDS.html,
  md: FILE_KINDS.md,
  markdown: FILE_KINDS.md,
  mdown: FILE_KINDS.md,
  mkd: FILE_KINDS.md,
  mdx: FILE_KINDS.md,
  json: FILE_KINDS.json,
  jsonl: FILE_KINDS.json,
  ndjson: FILE_KINDS.json,
  geojson: FILE_KINDS.json,
  csv: FILE_KINDS.csv,
  tsv: FILE_KINDS.tsv,
  tab: FILE_KINDS.tsv,
  eml: FILE_KINDS.eml,
  txt: FILE_KINDS.txt,
};

/** Extension of a filename in lower case without the dot; '' for none. */
export function extensionOf(filename: string): string {
  return /\.([a-z0-9]{1,10})$/i.exec(filename)?.[1]?.toLowerCase() ?? '';
}

/** Kind of text by extension; null for others. */
export function namedKind(filename: string): FileKind | null {
  const extension = extensionOf(filename);
  return Object.hasOwn(KINDS, extension) ? KINDS[extension]! : null;
}

/** Extensions of formats that are no text. */
const BINARY = new Set(
  'xlsx xlsm xlsb docx docm pptx pptm pdf epub msg png jpg jpeg gif tif tiff zip'.split(' '),
);
/** Types of files that are text. */
const TEXTS = new Set(['txt', 'md', 'csv', 'tsv', 'json', 'html', 'eml']);

/** A sentence for people where a file is a text under the name of a format that is none; null for others. */
export function misnamedText(filename: string, { fileType }: FileKind): string | null {
  const extension = extensionOf(filename);
  if (!BINARY.has(extension) || !TEXTS.has(fileType)) return null;
  return `The file is named .${extension} but holds text, and was read as ${fileType.toUpperCase()}.`;
}
