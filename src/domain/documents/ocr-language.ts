/**
 * Languages that a request may name for the text in pictures, ISO 639-1. `auto` is the language of the pages
 * that have text, else English.
 */
export const OCR_LANGUAGES = ['auto', 'de', 'en', 'es', 'fr', 'it', 'nl', 'pt'] as const;
export type OcrLanguage = (typeof OCR_LANGUAGES)[number];
