import { z } from 'zod';
import { OCR_LANGUAGES } from '../../../src/domain/documents/ocr-language';

export const ocrLanguage = z
  .enum(OCR_LANGUAGES)
  .describe(
    'Language of the text in pictures. `auto` is the language of the pages that have text, else English. A ' +
      'language whose data is not installed is read as English, with a warning.',
  )
  .meta({ id: 'OcrLanguage' });
