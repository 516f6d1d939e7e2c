import { openZip, readRelationships, relatedPart } from 'spreadsheet-reader/toolkit';
import { placeless } from '../../block';
import { type BlockSink, type FormatParser } from '../../block-sink';
import { DocumentError } from '../../document-error';
import { blockText } from '../../block-text';
import { readTitle } from '../office/core-properties';
import { attribute, elementsOf, findAll, readElements, type XmlElement } from '../office/element';
import { type OfficePart, openPart } from '../office/office-part';
import { readAlternativeChunks } from './alternative-chunks';
import { readNumbering } from './numbering';
import { readParagraph } from './paragraph';
import { readStyles } from './styles';
import { type Note, readWordBlocks, type WordContext } from './word-blocks';

/**
 * Parser of Word documents (DOCX, DOCM). It walks the XML itself, because libraries lose merged cells,
 * heading numbers and text boxes.
 */
export const parseWord: FormatParser = async ({ path }, sink) => {
  const archive = openZip(path);
  try {
    archive.warnings.forEach(sink.warn);
    const main = relatedPart(readRelationships(archive, ''), 'officeDocument') ?? 'word/document.xml';
    const part = openPart(archive, main, sink);
    if (part === null) throw new DocumentError('corrupt', 'The file is damaged: its main part is missing.');
    const related = (type: string) =>
      part
        .related(type)
        .map(part.open)
        .find((found) => found !== null) ?? null;
    const styles = readStyles(related('styles')?.xml ?? null);
    const notes = {
      footnote: readNotes(related('footnotes')),
      endnote: readNotes(related('endnotes')),
      comment: readNotes(related('comments')),
    };
    const context: WordContext = {
      styles,
      numbering: readNumbering(related('numbering')?.xml ?? null),
      note: (kind, id) => notes[kind].get(id) ?? null,
      alternative: await readAlternativeChunks(part, sink.warn),
    };
    const sections = readWordBlocks(part, context, sink.block);
    readRunningHeads(sections, part, context, sink);
    return {
      title: readTitle(archive),
      language: styles.language,
      pageCount: null,
    };
  } finally {
    archive.close();
  }
};

/** Footnotes, endnotes or comments by id. The part also has separators as notes, which are left out. */
function readNotes(part: OfficePart | null): Map<string, Note> {
  const notes = new Map<string, Note>();
  if (part === null) return notes;
  readElements(part.xml, 'w', new Set(['w:footnote', 'w:endnote', 'w:comment']), (note) => {
    if (attribute(note, 'type') !== undefined && attribute(note, 'type') !== 'normal') return;
    const paragraphs = [...findAll(note, 'w:p')].map((p) => readParagraph(p, part));
    const text = paragraphs
      .map((paragraph) => paragraph.text)
      .join('\n')
      .trim();
    const figures = paragraphs.flatMap((paragraph) => paragraph.figures);
    if (text !== '' || figures.length > 0) notes.set(attribute(note, 'id') ?? '', { text, figures });
  });
  return notes;
}

/** Writes page headers and footers; those that sections share are written once. */
function readRunningHeads(
  sections: readonly XmlElement[],
  part: OfficePart,
  context: WordContext,
  sink: BlockSink,
): void {
  const seen = new Set<string>();
  for (const reference of sections.flatMap(elementsOf)) {
    const kind = KINDS[reference.name];
    const name = part.target(reference.attributes.get('r:id'));
    if (kind === undefined || name === null || seen.has(name)) continue;
    seen.add(name);
    const head = part.open(name);
    if (head === null) continue;
    readWordBlocks(head, context, (block) => {
      const text = blockText(block);
      const key = block.kind === 'figure' ? block.figureId : `${kind} ${text}`;
      if ((text.trim() === '' && block.kind !== 'figure') || seen.has(key)) return;
      seen.add(key);
      sink.block(block.kind === 'figure' ? block : { ...placeless, kind, text });
    });
  }
}

const KINDS: Readonly<Record<string, 'page_header' | 'page_footer'>> = {
  'w:headerReference': 'page_header',
  'w:footerReference': 'page_footer',
};
