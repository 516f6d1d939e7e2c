import { type ChunkContent } from '../../../domain/documents/document';
import { type LanguageDetector } from './language';
import { type CountTokens } from './token-budget';

/** Token counter and language detector for chunking. */
export interface TextTools {
  countTokens: CountTokens;
  languages: LanguageDetector;
}

export interface ChunkerOptions {
  tools: TextTools;
  /** Language of the document, for chunks that are too short to detect. */
  language: string | null;
  write: (chunk: ChunkContent) => void;
}
