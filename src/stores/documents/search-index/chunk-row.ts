import { foldedFilename, foldedText } from '../../../domain/platform/folded-text';
import { readableText } from '../../../domain/documents/readable-text';
import { packVector } from '../../elastic/pack-vector';
import { type ChunkRow } from '../contents/chunks';
import { type DocumentRow } from '../contents/documents';
import { fromPairs } from '../contents/metadata-pairs';
import { metadataTokens } from './metadata-tokens';
import { hasStems, type Stems } from './stems';

/**
 * Words of a chunk and its document as they are searched, all of them folded: nothing is answered from
 * here.
 */
export interface IndexedWords {
  /** Words of the file's name. */
  filename_words: string;
  title: string | null;
  heading_path: string[];
  text: string;
  tags: string[];
  summary: string | null;
  /** The text in the field of its language; absent where that has no stemmer. */
  stems?: Stems;
}

/** A chunk as the search index has it; its id is that of the chunk's row. */
export interface IndexedChunk extends IndexedState, IndexedWords {
  namespace: string;
  version: string;
  document: string;
  index: number;
  chunk_type: string;
  origin: string;
  modality: string;
  language: string | null;
  filename: string;
  content_type: string;
  /** When the document was created, in Unix milliseconds. */
  created_at: number;
  /**
   * Base64 of its numbers as big-endian floats, a quarter of their digits; left out where it has no
   * direction.
   */
  vector?: string;
}

/** Fields of a row that change after it was written. */
export interface IndexedState {
  /** Not above the number from which on the version is visible. */
  added: number;
  removed: number | null;
  archived: boolean;
  /** Revision of the document's row that this is. */
  revision: number;
  /**
   * Tokens of the document's custom metadata, for those that see a document without the metadata of its
   * chunks.
   */
  document_meta: string[];
  /** Tokens of the document's custom metadata and, before them, the chunk's own. */
  meta: string[];
}

/** Fields of a version and of one chunk's metadata that the search index repeats. */
export function indexedState(document: DocumentRow, custom: ChunkRow['custom']): IndexedState {
  const ofDocument = fromPairs(document.custom);
  return {
    added: document.added ?? document.floor,
    removed: document.removed,
    archived: document.archived,
    revision: document.revision,
    document_meta: metadataTokens(ofDocument),
    meta: metadataTokens({ ...ofDocument, ...fromPairs(custom) }),
  };
}

/**
 * The words of a row from what was written, or from words that are folded already.
 *
 * @param words.language tag of the language of the text; null or absent where it is not known
 */
export function indexedWords(
  words: Omit<IndexedWords, 'filename_words' | 'stems'> & { filename: string; language?: string | null },
): IndexedWords {
  const { filename, title, heading_path: headings, tags, summary, language = null } = words;
  const text = foldedText(words.text);
  return {
    filename_words: foldedFilename(filename),
    title: title === null ? null : foldedText(title),
    heading_path: headings.map(foldedText),
    text,
    tags: tags.map(foldedText),
    summary: summary === null ? null : foldedText(summary),
    ...(language !== null && hasStems(language) && { stems: { [language]: text } }),
  };
}

export function indexedChunk(
  document: DocumentRow,
  chunk: ChunkRow,
  vector: Float32Array | readonly number[],
): IndexedChunk {
  return {
    ...indexedState(document, chunk.custom),
    namespace: document.namespace,
    version: document._id,
    document: document.documentId,
    index: chunk.index,
    chunk_type: chunk.type,
    origin: chunk.origin,
    modality: document.modality,
    language: chunk.language,
    filename: document.filename,
    content_type: document.contentType,
    created_at: document.createdAt.getTime(),
    ...indexedWords({
      filename: document.filename,
      title: document.title,
      heading_path: chunk.headingPath,
      text: readableText(chunk),
      language: chunk.language,
      tags: chunk.tags,
      summary: chunk.summary,
    }),
    ...(vector.some((value) => value !== 0) && { vector: packVector(vector) }),
  };
}
