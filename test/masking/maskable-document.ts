import {
  type ChunkContent,
  nowhere,
  type PageContent,
  type Region,
} from '../../src/domain/documents/document';
import { type FindSpans, type MaskableDocument } from '../../src/masking/maskable-file';

/** Engine that finds these values, as they are written here; the tag is what follows the value. */
export function findingOnly(tags: Readonly<Record<string, string>>): FindSpans & { asked: string[] } {
  const asked: string[] = [];
  const find: FindSpans = (texts, signal) => {
    signal.throwIfAborted();
    asked.push(...texts);
    return Promise.resolve(
      texts.map((text) =>
        Object.entries(tags)
          .flatMap(([value, tag]) =>
            [...text.matchAll(new RegExp(value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'g'))].map(
              ({ index }) => ({
                start: index,
                end: index + value.length,
                tag,
              }),
            ),
          )
          .sort((a, b) => a.start - b.start),
      ),
    );
  };
  return Object.assign(find, { asked });
}

export function chunkOf(text: string, facts: Partial<ChunkContent> = {}): ChunkContent {
  return {
    type: 'body',
    text,
    tokenCount: 7,
    location: nowhere,
    headingPath: [],
    language: null,
    origin: 'text',
    regions: [],
    ...facts,
  };
}

export function regionOf(n: number, text: string, type: Region['type'] = 'body'): Region {
  return { regionId: `r_${n}`, page: 0, type, text, figureId: null, box: null, confidence: 1 };
}

export function pageOf(page: number, regions: Region[]): PageContent {
  const text = regions.map((region) => region.text).join('\n');
  return { page, text, width: 600, height: 800, ocr: false, regions };
}

export function documentOf(
  chunks: readonly ChunkContent[],
  facts: Partial<MaskableDocument> & { pageList?: readonly PageContent[] } = {},
): MaskableDocument {
  const { pageList = [], ...others } = facts;
  return {
    filename: 'file.txt',
    contentType: 'text/plain',
    fileType: 'txt',
    byteSize: 1,
    modality: 'document',
    title: null,
    language: null,
    pageCount: pageList.length === 0 ? null : pageList.length,
    hasOcr: false,
    chunkCount: chunks.length,
    characters: 1,
    metadata: {},
    message: null,
    relations: [],
    parent: null,
    figuresLeftOut: 0,
    chunks: (size) => groupsOf(chunks, size),
    pages: (size) => groupsOf(pageList, size),
    pictures: [],
    ...others,
  };
}

// oxlint-disable-next-line typescript/require-await
async function* groupsOf<T>(list: readonly T[], size: number): AsyncGenerator<T[]> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size);
}
