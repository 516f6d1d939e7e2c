/**
 * Namespaces of the vocabularies that are read, by the prefix under which readers know them, whatever prefix
 * a part writes. The transitional and the strict form of ECMA-376 share one prefix.
 */
const NAMESPACES = {
  a: transitionalAndStrict('drawingml', 'main'),
  c: transitionalAndStrict('drawingml', 'chart'),
  dgm: transitionalAndStrict('drawingml', 'diagram'),
  m: transitionalAndStrict('officeDocument', 'math'),
  p: transitionalAndStrict('presentationml', 'main'),
  pic: transitionalAndStrict('drawingml', 'picture'),
  r: transitionalAndStrict('officeDocument', 'relationships'),
  w: transitionalAndStrict('wordprocessingml', 'main'),
  wp: transitionalAndStrict('drawingml', 'wordprocessingDrawing'),
  x: transitionalAndStrict('spreadsheetml', 'main'),
  xdr: transitionalAndStrict('drawingml', 'spreadsheetDrawing'),
  cp: ['http://schemas.openxmlformats.org/package/2006/metadata/core-properties'],
  mc: ['http://schemas.openxmlformats.org/markup-compatibility/2006'],
  rel: ['http://schemas.openxmlformats.org/package/2006/relationships'],

  // Later additions of Microsoft and of WPS Office.
  a14: ['http://schemas.microsoft.com/office/drawing/2010/main'],
  asvg: ['http://schemas.microsoft.com/office/drawing/2016/SVG/main'],
  c14: ['http://schemas.microsoft.com/office/drawing/2007/8/2/chart'],
  cx: chartexNamespaces(),
  etc: ['http://www.wps.cn/officeDocument/2017/etCustomData'],
  p188: ['http://schemas.microsoft.com/office/powerpoint/2018/8/main'],
  tc: ['http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments'],
  w14: ['http://schemas.microsoft.com/office/word/2010/wordml'],
  w15: ['http://schemas.microsoft.com/office/word/2012/wordml'],
  wp14: ['http://schemas.microsoft.com/office/word/2010/wordprocessingDrawing'],
  wpc: ['http://schemas.microsoft.com/office/word/2010/wordprocessingCanvas'],
  wpg: ['http://schemas.microsoft.com/office/word/2010/wordprocessingGroup'],
  wps: ['http://schemas.microsoft.com/office/word/2010/wordprocessingShape'],
  x14: ['http://schemas.microsoft.com/office/spreadsheetml/2009/9/main'],
  xlrd: ['http://schemas.microsoft.com/office/spreadsheetml/2017/richdata'],
  xlrel: ['http://schemas.microsoft.com/office/spreadsheetml/2022/richvaluerel'],

  // VML, whose part for Excel is known by `x` as well, but not here.
  o: ['urn:schemas-microsoft-com:office:office'],
  v: ['urn:schemas-microsoft-com:vml'],
  xvml: ['urn:schemas-microsoft-com:office:excel'],

  // Encrypted packages.
  enc: ['http://schemas.microsoft.com/office/2006/encryption'],
  encp: ['http://schemas.microsoft.com/office/2006/keyEncryptor/password'],

  // Electronic books.
  dc: ['http://purl.org/dc/elements/1.1/', 'http://purl.org/dc/elements/1.0/'],
  ocf: ['urn:oasis:names:tc:opendocument:xmlns:container'],
  opf: ['http://www.idpf.org/2007/opf', 'http://openebook.org/namespaces/oeb-package/1.0/'],
  xenc: ['http://www.w3.org/2001/04/xmlenc#'],

  // OpenDocument.
  draw: openDocument('drawing'),
  fo: openDocument('xsl-fo-compatible'),
  number: openDocument('datastyle'),
  office: openDocument('office'),
  presentation: openDocument('presentation'),
  style: openDocument('style'),
  svg: openDocument('svg-compatible'),
  table: openDocument('table'),
  text: openDocument('text'),
  math: ['http://www.w3.org/1998/Math/MathML'],
  xlink: ['http://www.w3.org/1999/xlink'],

  xml: ['http://www.w3.org/XML/1998/namespace'],
} satisfies Record<string, readonly string[]>;

/** Vocabulary by its known prefix. */
export type Vocabulary = keyof typeof NAMESPACES;

/**
 * Vocabularies whose alternatives (`mc:Choice`) are left for the fallback: it has the picture of an object
 * that VML only frames.
 */
const UNREAD_CHOICES = new Set(['v']);

const PREFIXES = new Map(
  Object.entries(NAMESPACES).flatMap(([prefix, uris]) => uris.map((uri) => [uri, prefix] as const)),
);

/** Prefix of a namespace in all readers, undefined for one that no reader knows. */
export function prefixOfNamespace(uri: string): string | undefined {
  return PREFIXES.get(uri);
}

/** Namespace that a prefix means in a part that does not declare it, undefined for an unknown prefix. */
export function conventionalNamespace(prefix: string): string | undefined {
  return Object.hasOwn(NAMESPACES, prefix) ? NAMESPACES[prefix as Vocabulary][0] : undefined;
}

/** Whether content for readers of this namespace is read rather than its fallback. */
export function isReadNamespace(uri: string): boolean {
  const prefix = PREFIXES.get(uri);
  return prefix !== undefined && !UNREAD_CHOICES.has(prefix);
}

function transitionalAndStrict(family: string, vocabulary: string): string[] {
  return [
    `http://schemas.openxmlformats.org/${family}/2006/${vocabulary}`,
    `http://purl.oclc.org/ooxml/${family}/${vocabulary}`,
  ];
}

function openDocument(vocabulary: string): string[] {
  return [`urn:oasis:names:tc:opendocument:xmlns:${vocabulary}:1.0`];
}

/** The charts of 2016 (MS-ODRAWXML 2.24.3) and the dates of their additions. */
function chartexNamespaces(): string[] {
  const dates = ['2014', '2015/9/8', '2015/10/21', ...[9, 10, 11, 12, 13, 14].map((day) => `2016/5/${day}`)];
  return dates.map((date) => `http://schemas.microsoft.com/office/drawing/${date}/chartex`);
}
