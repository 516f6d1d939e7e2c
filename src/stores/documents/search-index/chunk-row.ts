import { foldedText } from '../../../domain/platform/folded-text';
import { documentWords } from '../../../domain/documents/context-words';
import { readableText } from '../../../domain/documents/readable-text';
import { packVector } from '../../elastic/pack-vector';
import { type ChunkRow } from '../contents/chunks';
import { type DocumentRow } from '../contents/documents';
import { fromPairs } from '../contents/metadata-pairs';
import { metadataTokens } from './metadata-tokens';
import { hasStems, type Stems } from './stems';

/** Folded words of a chunk and its document, for searching only: answers come from MongoDB. */
export interface IndexedWords {
  /** Words of the file's name and title that tell its document (see `documentWords`). */
  filename_words: string;
  title: string | null;
  heading_path: string[];
  text: string;
  tags: string[];
  summary: string | null;
  /** The text in the field of its language; absent without a stemmer. */
  stems?: Stems;
}

/** A chunk in the search index, with the id of the chunk's row. */
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
  /** Creation time of the document, in Unix milliseconds. */
  created_at: number;
  /** Base64 of big-endian floats, with a quarter of their digits; absent for a zero vector. */
  vector?: string;
}

/** Fields of a row that may change. */
export interface IndexedState {
  /** At most the number from which the version is visible. */
  added: number;
  removed: number | null;
  archived: boolean;
  /** Revision of the document's row. */
  revision: number;
  /** Tokens of the document's custom metadata, for collections that do not show metadata of chunks. */
  document_meta: string[];
  /** Tokens of the chunk's own metadata merged over the document's. */
  meta: string[];
}

/** Fields of a version and of one chunk's metadata that the search index copies. */
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
 * The words of a row, from original or folded texts.
 *
 * @param words.language language tag of the text; null or absent when unknown
 */
export function indexedWords(
  words: Omit<IndexedWords, 'filename_words' | 'stems'> & { filename: string; language?: string | null },
): IndexedWords {
  const { filename, title, heading_path: headings, tags, summary, language = null } = words;
  const text = foldedText(words.text);
  return {
    filename_words: foldedText(documentWords({ filename, title }, words.text)),
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
