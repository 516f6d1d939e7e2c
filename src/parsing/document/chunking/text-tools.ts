import { type LanguageDetector } from './language';
import { type CountTokens } from './token-budget';

/** What chunking asks of models. */
export interface TextTools {
  countTokens: CountTokens;
  languages: LanguageDetector;
}
