import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SourceError } from 'spreadsheet-reader';
import { type Modality } from '../../domain/documents/document';
import { safeFilename, sentFilename } from '../../domain/platform/filename';
import {
  type BlockSink,
  type ContainerHead,
  DocumentError,
  type DocumentHead,
  type DocumentInput,
  FILE_KINDS,
  type FileKind,
  givenTextKind,
  type MessageHead,
  type MessageMetadata,
  type PictureReading,
  readDocument,
  recognisePictures,
  sniffFile,
} from 'document-reader';
import { type TextTools } from './chunking/text-tools';
import { readJson } from './json';
import { misnamedText } from '../misnamed-text';
import { readRecording } from './recording';
import { parseSpreadsheet } from './spreadsheet';
import { createExaminedPictures, type ExaminedPictures } from './storing/examined-pictures';
import { ParseError, parseErrorOf } from './parse-error';
import { type FileParseRequest, type ParsedDocument, type ParsedFile } from './parsed-document';
import { createDocumentWriter, type WrittenDocument } from './storing/document-writer';
import { Untranscribed } from './untranscribed';

export interface FileEvents {
  /** Called when the parse begins a further document. */
  document: () => void;
  page: () => void;
  /**
   * Called with the number of pages of a document, before its first page, where the format states the number.
   */
  pagesTotal: (pages: number) => void;
  /** Called when a picture within a document has been searched for text. */
  picture: () => void;
  /** Called when a parsing script begins or ends. */
  script: (running: boolean) => void;
}

/** Levels of files within files that are read; deeper ones are left out. */
const depthMax = 5;
const documentsMax = 100;
/** Upper bound of the unpacked bytes of all files within a file together. */
const attachmentBytesMax = 512 * 1024 * 1024;
const warningsMax = 100;
const NESTED = 'An archive within an archive is not read; send it by itself.';
const WORKBOOK = 'The file is a spreadsheet: send it to POST /v3/parse/spreadsheets.';
/**
 * Families of formats whose pictures go through OCR one by one; a page of a PDF goes through OCR as a whole.
 */
const pictureFamilies = new Set<FileKind['family']>([
  'word',
  'slides',
  'epub',
  'html',
  'notebook',
  'rtf',
  'open_text',
  'open_slides',
]);

interface Source {
  path: string;
  filename: string;
  contentType: string | null;
  parent: number | null;
  depth: number;
  /** Metadata of the message that it is attached to, null for none or that of the parent. */
  metadata: MessageMetadata | null;
  /** Whether an archive is among the files around it. */
  isInArchive: boolean;
}

type FileInput = Required<DocumentInput> & { byteSize: number };

/** Result of a format's parser. Messages also have thread ids and attachments. */
type Read = DocumentHead & WrittenDocument & Partial<Omit<MessageHead, keyof DocumentHead>>;

/** Document that was read, with the number of pictures that were left out. */
type Kept = Read & Pick<ParsedDocument, 'figuresLeftOut'>;

/**
 * Reads a file and the files within it. A fault of the file itself rejects; a file within it that cannot be
 * read is left out with a warning.
 *
 * @throws DocumentError, and SourceError of workbooks, for faults of the file; ParseError of a parsing
 *   script, which is `Untranscribed` for a recording without a transcript; errors of the file system
 */
export async function parseFile(
  request: FileParseRequest,
  tools: TextTools,
  events: FileEvents,
): Promise<ParsedFile> {
  const documents: ParsedDocument[] = [];
  const warnings: string[] = [];
  let attachmentBytes = 0;
  let stems = 0;

  const warn = (sentence: string) => {
    if (warnings.length < warningsMax && !warnings.includes(sentence)) warnings.push(sentence);
  };

  async function readOne(source: Source, kind: FileKind, byteSize: number, stem: string): Promise<Kept> {
    const scratchDirectory = join(request.workDirectory, `${stem}-scratch`);
    await mkdir(scratchDirectory);
    const { ocrAllPages, language, markdown: links } = request.options;
    const ocrLanguage = request.options.ocrLanguage === 'auto' ? null : request.options.ocrLanguage;
    const mainLanguage = (texts: readonly string[]) => tools.languages.main(texts, null);
    const isLanguage = (text: string) => tools.languages.detect(text, null) !== null;
    const { path } = source;
    const input: FileInput = {
      path,
      byteSize,
      scratchDirectory,
      ocrAllPages,
      ocrLanguage,
      mainLanguage,
      isLanguage,
    };
    const pictureReading = { onPicture: events.picture, warn };
    const examined = request.options.pictureWords === true ? createExaminedPictures() : null;

    if (kind.family === 'spreadsheet') {
      if (request.options.refusesWorkbooks === true && source.parent === null)
        throw new DocumentError('unsupported', WORKBOOK);
      const output = { directory: request.workDirectory, stem, tools, warn, ...(links && { links }) };
      const { hiddenSheets = true } = request.options;
      const read = await parseSpreadsheet({ ...input, language, hiddenSheets }, output);
      await recogniseFor(examined, read, { ...pictureReading, language: ocrLanguage });
      return keptOf(examined, read);
    }
    const writer = createDocumentWriter(
      { directory: request.workDirectory, stem },
      { tools, warn, ...(links && { links }) },
    );
    const sink: BlockSink = {
      ...writer,
      page: (head) => {
        writer.page(head);
        events.page();
      },
      pagesTotal: events.pagesTotal,
    };
    try {
      const head = await readBlocks(source, kind, input, sink);
      const isLookedAt = ocrAllPages && pictureFamilies.has(kind.family);
      const pictureTexts = new Map<string, string>();
      if (isLookedAt) {
        const reading = { ...pictureReading, language: ocrLanguage ?? writer.languageOf(head, language) };
        await recognisePictures(writer.figures(), reading, (figure, picture) => {
          if (picture.text !== '') pictureTexts.set(figure.figureId, picture.text);
          examined?.take(figure, picture);
        });
      }
      const read = { ...head, ...writer.finish(head, language, pictureTexts) };
      if (!isLookedAt) await recogniseFor(examined, read, { ...pictureReading, language: ocrLanguage });
      return keptOf(examined, read);
    } finally {
      writer.close();
    }
  }

  function readBlocks(
    source: Source,
    kind: FileKind,
    input: FileInput,
    sink: BlockSink,
  ): Promise<DocumentHead | ContainerHead | MessageHead> {
    const { parsingScript, transcriptPath } = request.options;
    if (kind.family === 'json') return readJson(input, sink, { parsingScript, script: events.script });
    if (kind.family !== 'recording') return readDocument(kind, input, sink);
    // The transcript belongs to the file itself, not to its attachments.
    if (transcriptPath === null || source.parent !== null) throw new Untranscribed(kind);
    return readRecording(transcriptPath, sink);
  }

  /** Whether the source is a text that the caller passed in the request. Attachments never are. */
  function isGivenText({ parent }: Source): boolean {
    return request.options.isText && parent === null;
  }

  function kindOf(source: Source): FileKind | Promise<FileKind> {
    if (isGivenText(source)) {
      // A parsing script takes JSON as its input.
      const mayBeJson = request.options.parsingScript !== null;
      return givenTextKind(source.path, source.filename, { mayBeJson });
    }
    return sniffFile(source.path, source);
  }

  async function read(source: Source): Promise<number> {
    const { size } = await stat(source.path);
    const kind = await kindOf(source);
    // A text that the caller passed may bear the name of the file from which it was extracted.
    const misnamed = isGivenText(source) ? null : misnamedText(source.filename, kind.fileType);
    if (misnamed !== null) warn(misnamed);
    const index = documents.length;
    const stem = String(stems++);
    events.document();
    if (kind.family === 'archive' && source.isInArchive) throw new DocumentError('unsupported', NESTED);
    const { attachments, metadata, thread, ...facts } = await readOne(source, kind, size, stem);
    documents.push({
      filename: source.filename,
      contentType: kind.contentType,
      fileType: kind.fileType,
      byteSize: size,
      modality: modalityOf(kind),
      ...facts,
      // An attachment gets the metadata of its message, so that searches by metadata find it.
      metadata:
        metadata ?? source.metadata ?? (source.parent === null ? {} : documents[source.parent]!.metadata),
      message: thread ?? null,
      relations: [],
      parent: source.parent,
    });
    const isInArchive = source.isInArchive || kind.family === 'archive';
    if (attachments !== undefined) await readContained(attachments, index, { ...source, isInArchive });
    return index;
  }

  async function readContained(
    files: ContainerHead['attachments'],
    parent: number,
    { depth, isInArchive }: Pick<Source, 'depth' | 'isInArchive'>,
  ): Promise<void> {
    const ofArchive = documents[parent]!.fileType === FILE_KINDS.zip.fileType;
    const what = ofArchive ? 'file' : 'attachment';
    for (const [index, { path, contentType, byteSize, metadata = null, ...named }] of files.entries()) {
      const given = named.filename ?? '';
      const filename = (ofArchive ? sentFilename(given) : safeFilename(given)) ?? `${what}-${index + 1}`;
      attachmentBytes += byteSize;
      const isFull =
        depth >= depthMax || documents.length >= documentsMax || attachmentBytes > attachmentBytesMax;
      if (isFull) {
        const limits = `${depthMax} levels, ${documentsMax} documents`;
        warn(`${ofArchive ? 'Files' : 'Attachments'} past the limits (${limits}) were left out.`);
        return;
      }
      const before = documents.length;
      try {
        const to = await read({
          path,
          filename,
          contentType,
          parent,
          depth: depth + 1,
          metadata,
          isInArchive,
        });
        const type = ofArchive ? 'archive_file' : 'email_attachment';
        documents[parent]!.relations.push({ type, to });
      } catch (error) {
        const isFault = error instanceof DocumentError || error instanceof SourceError;
        const failure = isFault ? parseErrorOf(error) : error;
        if (!(failure instanceof ParseError)) throw error;
        documents.length = before;
        warn(`The ${what} ${JSON.stringify(filename)} was left out: ${failure.message}`);
      }
    }
  }

  await read({ ...request, parent: null, depth: 0, metadata: null, isInArchive: false });
  for (const { filename, chunkCount, parent } of documents) {
    if (chunkCount > 0) continue;
    const what =
      parent !== null && documents[parent]!.fileType !== FILE_KINDS.zip.fileType ? 'attachment' : 'file';
    const place = parent === null ? 'the file' : `the ${what} ${JSON.stringify(filename)}`;
    warn(`No text was found in ${place}, so that no query finds it.`);
  }
  return { documents, warnings };
}

/**
 * Runs OCR on the pictures of a document, by default in its language, where the request keeps only examined
 * pictures.
 */
async function recogniseFor(
  examined: ExaminedPictures | null,
  { figures, language }: Read,
  reading: PictureReading,
): Promise<void> {
  if (examined !== null) {
    await recognisePictures(figures, { ...reading, language: reading.language ?? language }, examined.take);
  }
}

/** Leaves out the pictures that were not examined, where the request keeps only examined ones. */
function keptOf(examined: ExaminedPictures | null, read: Read): Kept {
  const figures = examined?.among(read.figures) ?? read.figures;
  return { ...read, figures, figuresLeftOut: read.figures.length - figures.length };
}

function modalityOf({ family, contentType }: FileKind): Modality {
  if (family === 'image') return 'image';
  if (family !== 'recording') return 'document';
  return contentType.startsWith('audio/') || contentType === 'application/ogg' ? 'audio' : 'video';
}
