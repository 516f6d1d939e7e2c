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
  ipynb: FILE_KINDS.ipynb,
  rtf: FILE_KINDS.rtf,
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
