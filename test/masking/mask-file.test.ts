import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ChunkContent,
  nowhere,
  type PageContent,
  type Region,
} from '../../src/domain/documents/document';
import { type MaskedText } from '../../src/domain/documents/masking';
import { type FindSpans, type FoundRange, type MaskableDocument } from '../../src/masking/maskable-file';
import { type MaskedFile, maskFile } from '../../src/masking/mask-file';

/** Engine that finds these values, as they are written here; the tag is what follows the value. */
function findingOnly(tags: Readonly<Record<string, string>>): FindSpans & { asked: string[] } {
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

function chunkOf(text: string, facts: Partial<ChunkContent> = {}): ChunkContent {
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

function regionOf(n: number, text: string, type: Region['type'] = 'body'): Region {
  return { regionId: `r_${n}`, page: 0, type, text, figureId: null, box: null, confidence: 1 };
}

function pageOf(page: number, regions: Region[]): PageContent {
  const text = regions.map((region) => region.text).join('\n');
  return { page, text, width: 600, height: 800, ocr: false, regions };
}

function documentOf(
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

const folder = mkdtempSync(join(tmpdir(), 'sheaf-masking-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const signal = new AbortController().signal;

interface Result extends MaskedFile {
  /** Of the first document. */
  chunks: ChunkContent[];
  pages: PageContent[];
  reported: MaskedText[];
}

async function mask(
  documents: readonly MaskableDocument[],
  find: FindSpans,
  ranges = new Map<string, FoundRange>(),
): Promise<Result> {
  const reported: MaskedText[] = [];
  const masked = await maskFile(
    {
      documents,
      folder: mkdtempSync(join(folder, 'file-')),
      idOf: (id) => `id-of-${id.length}`,
      find,
      findNear: null,
      notes: {
        read: (range) => Promise.resolve(ranges.get(range) ?? null),
        write: (range, found) => Promise.resolve(void ranges.set(range, found)),
      },
      countTokens: (text) => text.length,
      report: (text) => Promise.resolve(void reported.push(text)),
    },
    signal,
  );
  const { chunksPath, pagesPath } = masked.documents[0]!;
  return {
    ...masked,
    reported,
    chunks: linesOf(chunksPath),
    pages: pagesPath === null ? [] : linesOf(pagesPath),
  };
}

function linesOf<T>(path: string): T[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

const person = { 'Maria Lopez': 'PERSON' };

it('the engine sees cells behind the header of their column', async () => {
  const find: FindSpans = (texts) =>
    Promise.resolve(
      texts.map((text) =>
        Array.from(text.matchAll(/Passport: (\w+)/g), (match) => {
          const end = match.index + match[0].length;
          return { start: end - match[1]!.length, end, tag: 'PASSPORT' };
        }),
      ),
    );
  const rows = ['Name | Passport', 'a | X4RTL8812', 'b | C01X00T47'];
  const { chunks, counts } = await mask([documentOf([chunkOf(rows.join('\n'), { type: 'table' })])], find);
  expect(chunks[0]!.text).toBe('Name | Passport\na | <PASSPORT>\nb | <PASSPORT>');
  expect(counts).toEqual({ PASSPORT: 2 });
});

it('a name that is mostly a word is masked in the page of the place where it was found', async () => {
  const told = 'We thank Mr Baker, said a baker to the other bakers. No baker is a baker for long.';
  const find: FindSpans = (texts) =>
    Promise.resolve(
      texts.map((text) => {
        const start = text.indexOf('Mr Baker') + 3;
        return start < 3 ? [] : [{ start, end: start + 5, tag: 'PERSON' }];
      }),
    );
  const page = pageOf(0, [regionOf(0, told)]);
  const { chunks, pages } = await mask(
    [
      documentOf([chunkOf(told, { regions: [regionOf(0, told)] }), chunkOf('Baker or not.')], {
        pageList: [page],
      }),
    ],
    find,
  );
  expect(chunks[1]!.text).toBe('Baker or not.');
  for (const text of [
    chunks[0]!.text,
    chunks[0]!.regions[0]!.text,
    pages[0]!.text,
    pages[0]!.regions[0]!.text,
  ])
    expect(text).toBe(told.replace('Baker', '<PERSON>'));
});

it('a value that one place gives away is masked in all places, with the same tag', async () => {
  const chunks = [
    chunkOf('Signed by Maria Lopez.', {
      headingPath: ['Letter of maria lopez'],
      regions: [regionOf(0, 'Signed by Maria Lopez.')],
    }),
    chunkOf('MARIA-LOPEZ | 12', { type: 'table', location: { ...nowhere, sheetName: 'maria_lopez' } }),
  ];
  const document = documentOf(chunks, {
    title: 'About Maria Lopez',
    pageList: [pageOf(0, [regionOf(0, 'Signed by Maria Lopez.')])],
  });
  const attached = documentOf([chunkOf('Maria\nLopez')], { filename: 'maria_lopez.txt', parent: 0 });
  const { documents, chunks: masked, pages, counts } = await mask([document, attached], findingOnly(person));
  expect(JSON.stringify([documents, masked, pages])).not.toMatch(/maria|lopez/i);
  expect(masked[0]).toMatchObject({
    text: 'Signed by <PERSON>.',
    headingPath: ['Letter of <PERSON>'],
    tokenCount: 19,
  });
  expect(masked[1]).toMatchObject({ text: '<PERSON> | 12', location: { sheetName: '<PERSON>' } });
  expect(pages[0]).toMatchObject({ text: 'Signed by <PERSON>.', regions: [{ text: 'Signed by <PERSON>.' }] });
  expect(documents).toMatchObject([{ title: 'About <PERSON>' }, { filename: '<PERSON>.txt' }]);
  expect(counts).toEqual({ PERSON: 5 });
});

it('a value that only the name of a sheet or the title of a table has is masked', async () => {
  const location = {
    ...nowhere,
    sheetName: 'Maria Lopez',
    tableTitle: 'Stock of Maria Lopez',
    tableId: 'tbl_1_A2',
  };
  const { chunks } = await mask([documentOf([chunkOf('pen | 1', { location })])], findingOnly(person));
  expect(chunks[0]!.location).toMatchObject({
    sheetName: '<PERSON>',
    tableTitle: 'Stock of <PERSON>',
    tableId: 'tbl_1_A2',
  });
});

it('a chunk without values stays as it was', async () => {
  const chunk = chunkOf('Nothing to see.');
  expect((await mask([documentOf([chunk])], findingOnly(person))).chunks).toEqual([chunk]);
});

describe('a value is found and masked', () => {
  const card = { '4111 1111 1111 1111': 'CREDIT_CARD' };
  const aside = (text: string) => chunkOf(text, { type: 'page_footer' });
  const table = (text: string) => chunkOf(text, { type: 'table' });
  it.each<[string, ChunkContent[], string[]]>([
    [
      'over the bound of two chunks',
      [chunkOf('card 4111 1111'), chunkOf('1111 1111 end')],
      ['card <CREDIT_CARD>', '<CREDIT_CARD> end'],
    ],
    [
      'over a footer that stands between',
      [chunkOf('card 4111 1111'), aside('Page 1'), chunkOf('1111 1111 end')],
      ['card <CREDIT_CARD>', 'Page 1', '<CREDIT_CARD> end'],
    ],
    [
      'over three chunks',
      [chunkOf('card 4111'), chunkOf('1111 1111'), chunkOf('1111 end')],
      ['card <CREDIT_CARD>', '<CREDIT_CARD>', '<CREDIT_CARD> end'],
    ],
    ['over a line break', [chunkOf('card 4111 1111\n1111 1111 end')], ['card <CREDIT_CARD> end']],
    [
      'over cells',
      [table('a | 4111 | 1111 | 1111 | 1111 | b')],
      ['a | <CREDIT_CARD> | <CREDIT_CARD> | <CREDIT_CARD> | <CREDIT_CARD> | b'],
    ],
    [
      'over the header that a cut table repeats',
      [table('No | Card\n1 | 4111 1111'), table('No | Card\n1111 1111 | 2')],
      ['No | Card\n1 | <CREDIT_CARD>', 'No | Card\n<CREDIT_CARD> | 2'],
    ],
  ])('%s', async (_, chunks, expected) => {
    const masked = await mask([documentOf(chunks)], findingOnly(card));
    expect(masked.chunks.map(({ text }) => text)).toEqual(expected);
  });

  it('over the bounds of pages and of their regions, past running lines', async () => {
    const pageList = [
      pageOf(0, [regionOf(0, 'card 4111 1111'), regionOf(1, 'Page 1', 'page_footer')]),
      pageOf(1, [regionOf(2, 'Head', 'page_header'), regionOf(3, '1111 1111 end')]),
    ];
    const chunks = [
      chunkOf('card 4111 1111\n\n1111 1111 end', {
        regions: [regionOf(0, 'card 4111 1111'), regionOf(3, '1111 1111 end')],
      }),
    ];
    const masked = await mask([documentOf(chunks, { pageList })], findingOnly(card));
    expect(masked.chunks[0]!.regions.map(({ text }) => text)).toEqual([
      'card <CREDIT_CARD>',
      '<CREDIT_CARD> end',
    ]);
    expect(masked.pages.map(({ text }) => text)).toEqual([
      'card <CREDIT_CARD>\nPage 1',
      'Head\n<CREDIT_CARD> end',
    ]);
    expect(JSON.stringify(masked.pages)).not.toContain('1111');
  });

  it('in a footer of which the chunks have only the first of its kind', async () => {
    const footer = (n: number) => regionOf(n, `Patient ${n}23-45-6789`, 'page_footer');
    const chunks = [chunkOf('Text'), aside('Patient 123-45-6789')];
    const pageList = [1, 2, 3].map((n) => pageOf(n - 1, [footer(n)]));
    const found = { '123-45-6789': 'SSN', '223-45-6789': 'SSN', '323-45-6789': 'SSN' };
    const masked = await mask([documentOf(chunks, { pageList })], findingOnly(found));
    expect(masked.pages.map(({ text }) => text)).toEqual(['Patient <SSN>', 'Patient <SSN>', 'Patient <SSN>']);
  });

  it('over ranges of chunks', async () => {
    const filler = Array.from({ length: 63 }, (_, n) => chunkOf(`Chunk ${n}`));
    const chunks = [...filler, chunkOf('card 4111 1111'), chunkOf('1111 1111 end')];
    const masked = await mask([documentOf(chunks)], findingOnly(card));
    expect(masked.chunks.slice(-2).map(({ text }) => text)).toEqual([
      'card <CREDIT_CARD>',
      '<CREDIT_CARD> end',
    ]);
  });
});

describe('messages', () => {
  const message = documentOf([chunkOf('Hello')], {
    title: 'For Maria Lopez',
    metadata: {
      email_from: 'Maria Lopez <maria@mail.test>',
      email_to: ['Ann <ann@mail.test>', 'Maria Lopez'],
      email_date: '2024-01-02T03:04:05Z',
      email_message_id: 'maria@mail.test',
      email_references: ['maria@mail.test'],
    },
    message: { messageId: 'maria@mail.test', inReplyTo: null, references: ['maria@mail.test'] },
  });

  it('lose what is personal in their heads; their ids become others that still agree', async () => {
    const find = findingOnly({ ...person, 'maria@mail.test': 'EMAIL', 'ann@mail.test': 'EMAIL' });
    const { documents } = await mask([message], find);
    expect(find.asked).toContain('From: Maria Lopez <maria@mail.test>');
    expect(documents[0]).toMatchObject({
      title: 'For <PERSON>',
      metadata: {
        email_from: '<PERSON> <<EMAIL>>',
        email_to: ['Ann <<EMAIL>>', '<PERSON>'],
        email_date: '2024-01-02T03:04:05Z',
        email_message_id: 'id-of-15',
        email_references: ['id-of-15'],
      },
      message: { messageId: 'id-of-15', inReplyTo: null, references: ['id-of-15'] },
    });
  });

  it('report where the tags are, by the names of their fields', async () => {
    const { reported } = await mask([message], findingOnly(person));
    const fields = reported.filter(({ spans }) => spans.length > 0).map(({ field, spans }) => [field, spans]);
    expect(fields).toEqual([
      ['title', [{ start: 4, end: 12, tag: 'PERSON', value: 'Maria Lopez' }]],
      ['email_from', [{ start: 0, end: 8, tag: 'PERSON', value: 'Maria Lopez' }]],
      ['email_to.1', [{ start: 0, end: 8, tag: 'PERSON', value: 'Maria Lopez' }]],
    ]);
  });
});

it('ranges that are noted are not searched again', async () => {
  const chunks = Array.from({ length: 300 }, (_, n) => chunkOf(`Chunk ${n} of Maria Lopez`));
  const ranges = new Map<string, FoundRange>();
  const dying: FindSpans = (texts, aborted) => {
    if (texts.includes('Chunk 200 of Maria Lopez')) return Promise.reject(new Error('killed'));
    return findingOnly(person)(texts, aborted);
  };
  await expect(mask([documentOf(chunks)], dying, ranges)).rejects.toThrow('killed');
  const again = findingOnly(person);
  const masked = await mask([documentOf(chunks)], again, ranges);
  expect(again.asked.filter((text) => text.startsWith('Chunk'))).not.toContain('Chunk 0 of Maria Lopez');
  expect(again.asked).toContain('Chunk 299 of Maria Lopez');
  expect(masked.chunks.map(({ text }) => text)).toEqual(chunks.map((_, n) => `Chunk ${n} of <PERSON>`));
});

it('values behind a line break of a cell are found, and masked in every table', async () => {
  const find = findingOnly({ 'Mia Sand': 'PERSON' });
  const cells = String.raw`Head\nMia Sand | Mia\nSand`;
  const region = regionOf(0, cells, 'table');
  const { chunks } = await mask(
    [documentOf([chunkOf('Mia Sand'), chunkOf(cells, { type: 'table', regions: [region] })])],
    find,
  );
  const masked = String.raw`Head\n<PERSON> | <PERSON>`;
  expect(chunks.map(({ text }) => text)).toEqual(['<PERSON>', masked]);
  expect(chunks[1]!.regions.map(({ text }) => text)).toEqual([masked]);
  expect(find.asked.join('\n')).not.toContain('nMia');
});
