import { type components } from 'sheaf-client';
import { type OcrLanguage } from '../../parts/ocr-language-field';

type JobOptions = components['schemas']['ParseJob']['options'];

/** Options of the form that can be on or off. */
export const optionNames = [
  'include_verified_facts',
  'include_images',
  'include_hidden_sheets',
  'include_tags_summary',
] as const;

export type OptionName = (typeof optionNames)[number];

/** Options of the form, for spreadsheets and for documents. */
export type ChosenOptions = Readonly<Record<OptionName, boolean>> & { ocr_language: OcrLanguage };

export const defaultOptions: ChosenOptions = {
  include_verified_facts: true,
  include_images: true,
  include_hidden_sheets: true,
  include_tags_summary: false,
  ocr_language: 'auto',
};

/** The options that an address of the form names; defaults for the others. */
export function readOptions(params: URLSearchParams): ChosenOptions {
  const isOn = (name: OptionName) => (params.get(name) ?? String(defaultOptions[name])) === 'true';
  return {
    include_verified_facts: isOn('include_verified_facts'),
    include_images: isOn('include_images'),
    include_hidden_sheets: isOn('include_hidden_sheets'),
    include_tags_summary: isOn('include_tags_summary'),
    ocr_language: (params.get('ocr_language') as OcrLanguage | null) ?? 'auto',
  };
}

/** Address of the form with the options of a job. */
export function formAddress(options: JobOptions): string {
  const params = new URLSearchParams();
  for (const name of optionNames) {
    const value = options[name];
    if (value !== undefined && value !== defaultOptions[name]) params.set(name, String(value));
  }
  if (options.ocr_language !== undefined && options.ocr_language !== 'auto')
    params.set('ocr_language', options.ocr_language);
  return params.size === 0 ? '/parse' : `/parse?${params.toString()}`;
}

/** Options of a job as its request takes them; those of value null are left out. */
export function requestOptions(options: JobOptions): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null));
}
