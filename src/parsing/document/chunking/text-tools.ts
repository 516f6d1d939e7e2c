import { type LanguageDetector } from './language';
import { type CountTokens } from './token-budget';

/** Token counter and language detector for chunking. */
export interface TextTools {
  countTokens: CountTokens;
  languages: LanguageDetector;
}
