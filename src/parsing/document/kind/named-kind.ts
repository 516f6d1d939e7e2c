import { FILE_KINDS, type FileKind } from './file-kind';

/** Kinds of text by what their names end in. */
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

/** What a file's name ends in, in lower case and without the dot; '' where that tells nothing. */
export function extensionOf(filename: string): string {
  return /\.([a-z0-9]{1,10})$/i.exec(filename)?.[1]?.toLowerCase() ?? '';
}

/** The kind of text that a name promises; null where it promises none. */
export function namedKind(filename: string): FileKind | null {
  const extension = extensionOf(filename);
  return Object.hasOwn(KINDS, extension) ? KINDS[extension]! : null;
}
