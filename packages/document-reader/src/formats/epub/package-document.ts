import { decodeXml, type ZipArchive } from 'spreadsheet-reader/toolkit';
import { DocumentError } from '../../document-error';
import { attribute, readElements, textOf } from '../office/element';
import { resolveReference } from './resolve-reference';

/** Package document of a book (EPUB 3.3, 5). */
export interface BookPackage {
  title: string | null;
  language: string | null;
  /** Names of the archive entries of chapters, in reading order. */
  chapters: string[];
}

const PACKAGE_ELEMENTS = new Set(['dc:title', 'dc:language', 'opf:item', 'opf:itemref']);
const containerName = 'META-INF/container.xml';
/** Algorithms that scramble fonts only; the text of such books is readable. */
const FONT_SCRAMBLING = /adobe\.com\/pdf\/enc#RC|idpf\.org\/2008\/embedding/;
const READABLE = /^(?:application\/xhtml\+xml|text\/html|application\/x-dtbook\+xml|text\/x-oeb1-document)$/;

/**
 * Reads the package document.
 *
 * @throws DocumentError `encrypted` for a book whose chapters need a licence, `corrupt` for one
 *   without contents
 */
export function readPackage(archive: ZipArchive): BookPackage {
  refuseProtected(archive);
  const name = packageName(archive);
  const xml = readText(archive, name);
  const book: BookPackage = { title: null, language: null, chapters: [] };
  const items = new Map<string, { href: string; media: string }>();
  readElements(xml, 'opf', PACKAGE_ELEMENTS, (element) => {
    if (element.name === 'dc:title') book.title ??= textOf(element).replace(/\s+/g, ' ').trim() || null;
    else if (element.name === 'dc:language') book.language ??= textOf(element).trim() || null;
    else if (element.name === 'opf:item') {
      items.set(attribute(element, 'id') ?? '', {
        href: attribute(element, 'href') ?? '',
        media: attribute(element, 'media-type') ?? '',
      });
    } else {
      const item = items.get(attribute(element, 'idref') ?? '');
      if (item && READABLE.test(item.media)) book.chapters.push(resolveReference(name, item.href));
    }
  });
  return book;
}

function packageName(archive: ZipArchive): string {
  let name: string | undefined;
  readElements(readText(archive, containerName), 'ocf', new Set(['ocf:rootfile']), (element) => {
    name ??= attribute(element, 'full-path');
  });
  if (name === undefined) throw damaged();
  return name;
}

function refuseProtected(archive: ZipArchive): void {
  const entry = archive.find('META-INF/encryption.xml');
  if (entry === undefined) return;
  readElements(decodeXml(archive.read(entry)), 'xenc', new Set(['xenc:EncryptionMethod']), (method) => {
    if (FONT_SCRAMBLING.test(attribute(method, 'Algorithm') ?? '')) return;
    throw new DocumentError('encrypted', 'The book is protected by digital rights management.');
  });
}

function readText(archive: ZipArchive, name: string): string {
  const entry = archive.find(name);
  if (entry === undefined) throw damaged();
  return decodeXml(archive.read(entry)).replace(/<!DOCTYPE[^>[]{0,500}>/i, '');
}

function damaged(): DocumentError {
  return new DocumentError('corrupt', 'The book is damaged: its table of contents is missing.');
}
