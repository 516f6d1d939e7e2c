import { Option } from 'commander';
import { type components } from 'sheaf-client';

export type OcrLanguage = components['schemas']['OcrLanguage'];

const ocrLanguages: readonly OcrLanguage[] = ['auto', 'de', 'en', 'es', 'fr', 'it', 'nl', 'pt'];

/** Option `--ocr-language` of the commands that read documents. */
export const ocrLanguageOption = (): Option =>
  new Option(
    '--ocr-language <language>',
    'language of the text in pictures; default that of the text',
  ).choices(ocrLanguages);
