import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Block,
  type BlockSink,
  blockText,
  createBlockKinds,
  DocumentError,
  type DocumentHead,
  type PageHead,
} from 'document-reader';
import { createChunker } from '../chunking/chunker';
import { baseLanguage } from '../chunking/language';
import { type TextTools } from '../chunking/text-tools';
import { createMarkdownFile } from '../markdown/markdown-file';
import { type ParsedDocument, type ParsedFigure, type PictureLinks } from '../parsed-document';
import { createBlockSpool } from './block-spool';
import { type CoverFacts, createCoverPage } from './cover-page';
import { createLineFile } from './line-file';
import { createPageWriter } from './page-writer';
import { createRegions } from './regions';

const charactersMax = 200_000_000;
const blocksMax = 20_000_000;
const pagesMax = 20_000;
/** Upper bound of the figures with a crop; further figures are blocks without one. */
const figuresMax = 2_000;
const figureBytesMax = 512 * 1024 * 1024;
/** Number of text samples for language detection. */
const samplesMax = 9;
const sampleChars = 1_000;

/** Fields of a document that follow from its blocks. */
export type WrittenDocument = Pick<
  ParsedDocument,
  | 'title'
  | 'language'
  | 'pageCount'
  | 'hasOcr'
  | 'chunkCount'
  | 'characters'
  | 'chunksPath'
  | 'pagesPath'
  | 'markdownPath'
  | 'figures'
>;

/** Writer of one document: takes its blocks and writes chunks, pages and figures as files. */
export interface DocumentWriter extends BlockSink {
  /**
   * Writes chunks and pages. This is a second pass over the blocks, because running lines and the language
   * are known only at the end.
   *
   * @param language tag that the caller gave, null for none
   * @param pictureTexts text that OCR found in figures, by figure id
   */
  finish(
    head: DocumentHead,
    language: string | null,
    pictureTexts?: ReadonlyMap<string, string>,
  ): WrittenDocument;
  /** Tag of the document's language, without a region, by its blocks so far; null where unknown. */
  languageOf(head: DocumentHead, language: string | null): string | null;
  /** Returns the figures with a crop so far. */
  figures(): ParsedFigure[];
  /** Removes scratch files; after `finish` it does nothing. */
  close(): void;
}

/**
 * Creates a document writer.
 *
 * @param stem prefix of all file names, so that the documents of one file share a folder
 * @param links links of the Markdown; default none is written
 */
export function createDocumentWriter(
  { directory, stem }: { directory: string; stem: string },
  { tools, warn, links }: { tools: TextTools; warn: (sentence: string) => void; links?: PictureLinks },
): DocumentWriter {
  const spool = createBlockSpool(join(directory, `${stem}-blocks.ndjson`));
  const kinds = createBlockKinds();
  const pages: PageHead[] = [];
  const figures = new Map<string, ParsedFigure>();
  let figureBytes = 0;
  let characters = 0;
  let blocks = 0;
  let hasOcr = false;
  const samples: string[] = [];
  let firstHeading: string | null = null;
  const cover = createCoverPage();

  function block(original: Block): void {
    const given = wellFormed(original);
    if (blockText(given).trim() === '' && given.kind !== 'figure' && given.kind !== 'break') return;
    const next = kinds.add(given);
    const text = blockText(next);
    characters += text.length;
    if (characters > charactersMax || ++blocks > blocksMax) {
      throw new DocumentError('too_large', 'The file holds more text than one document may have.');
    }
    takeSample(next, text);
    if (next.kind === 'heading' && next.level === 1) firstHeading ??= next.text;
    cover.add(next);
    spool.add(next);
  }

  function takeSample({ kind }: Block, text: string): void {
    if (kind === 'page_header' || kind === 'page_footer' || kind === 'code') return;
    const last = samples.at(-1);
    if (last !== undefined && last.length < sampleChars) {
      samples[samples.length - 1] = `${last}\n${text.slice(0, sampleChars)}`;
    } else if (samples.length < samplesMax) samples.push(text.slice(0, sampleChars));
  }

  function languageOf(head: DocumentHead, callerLanguage: string | null): string | null {
    return baseLanguage(callerLanguage) ?? tools.languages.main(samples, baseLanguage(head.language));
  }

  return {
    block,
    page(head) {
      hasOcr ||= head.ocr;
      if (pages.push(head) > pagesMax) {
        throw new DocumentError('too_large', `The file has more than ${pagesMax} pages.`);
      }
    },
    figure({ figureId, page, contentType, bytes }) {
      if (figures.has(figureId) || figures.size >= figuresMax || figureBytes + bytes.length > figureBytesMax)
        return;
      figureBytes += bytes.length;
      const path = join(directory, `${stem}-${figures.size}.figure`);
      writeFileSync(path, bytes);
      figures.set(figureId, { figureId, page, path, contentType });
    },
    warn,
    figures: () => [...figures.values()],
    languageOf,
    finish(head, callerLanguage, pictureTexts = new Map()) {
      const texts = new Map(pictureTexts);
      const ocrPages = new Set([...pictureTexts.keys()].map((id) => figures.get(id)?.page));
      const heads = pages.map((page) => (ocrPages.has(page.page) ? { ...page, ocr: true } : page));
      hasOcr ||= pictureTexts.size > 0;
      const language = languageOf(head, callerLanguage);
      const chunks = createLineFile(join(directory, `${stem}-chunks.ndjson`));
      const pageLines = pages.length > 0 ? createLineFile(join(directory, `${stem}-pages.ndjson`)) : null;
      const markdown =
        links && createMarkdownFile({ directory, stem }, { links, hasPicture: (id) => figures.has(id) });
      try {
        const chunker = createChunker({ tools, language, write: chunks.write });
        const pageWriter = createPageWriter(heads, (page) => pageLines?.write(page));
        const regionOf = createRegions();
        const withKind = kinds.end(head.pageCount);
        for (const spooled of spool.read()) {
          const placed = withPictureText(withKind(spooled), texts);
          const region = regionOf(placed);
          chunker.push(placed, region);
          pageWriter.add(placed, region);
          markdown?.block(placed);
        }
        chunker.end();
        pageWriter.end();
      } finally {
        chunks.close();
        pageLines?.close();
        markdown?.close();
        spool.close();
      }
      return {
        title: titleOf(head.title, firstHeading, cover.facts()),
        language,
        pageCount: head.pageCount,
        hasOcr,
        chunkCount: chunks.lines,
        characters,
        chunksPath: chunks.path,
        pagesPath: pageLines?.path ?? null,
        ...(markdown && { markdownPath: markdown.path }),
        figures: [...figures.values()],
      };
    },
    close: spool.close,
  };

  /** Inserts the text of a picture into its first block only. */
  function withPictureText(block: Block, texts: Map<string, string>): Block {
    const found = block.kind === 'figure' ? texts.get(block.figureId) : undefined;
    if (found === undefined || block.kind !== 'figure') return block;
    texts.delete(block.figureId);
    characters += found.length;
    return { ...block, origin: 'ocr', text: block.text === '' ? found : `${block.text}\n${found}` };
  }
}

/** Placeholder titles of unnamed files, as programs set them. */
const NO_TITLE =
  /^(?:untitled|\(?anonymous\)?|document\d*|presentation\d*|powerpoint presentation|slide \d+|title|microsoft \w+ - .*)$/i;
const titleCharsMax = 500;

/** Returns the title of a file in one line; null for a placeholder, and for a number alone. */
function usefulTitle(title: string | null): string | null {
  const line = (title ?? '').replace(/\s+/g, ' ').trim();
  return !/\p{L}/u.test(line) || NO_TITLE.test(line) ? null : line.slice(0, titleCharsMax);
}

/**
 * Returns the title that a file has, else the largest text of its first page, else its first heading, with the
 * company and the period of the first page behind it where it does not say them.
 */
function titleOf(given: string | null, heading: string | null, cover: CoverFacts): string | null {
  const title = usefulTitle(given) ?? usefulTitle(cover.title) ?? usefulTitle(heading);
  const told = [title, cover.body, cover.period].reduce<string[]>((parts, part) => {
    const said = wordsIn(parts.join(' '));
    const isNew = part !== null && [...wordsIn(part)].some((word) => !said.has(word));
    return isNew ? [...parts, part] : parts;
  }, []);
  return usefulTitle(told.join(', '));
}

const wordsIn = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Returns the block with lone surrogates replaced, because stores reject them. */
function wellFormed(block: Block): Block {
  switch (block.kind) {
    case 'break':
      return block;
    case 'table':
      return { ...block, rows: block.rows.map((row) => row.map(repaired)) };
    default: {
      const text = repaired(block.text);
      return text === block.text ? block : { ...block, text };
    }
  }
}

function repaired(text: string): string {
  return text.replace(LONE_SURROGATE, '\ufffd');
}
