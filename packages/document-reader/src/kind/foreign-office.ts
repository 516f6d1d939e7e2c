import { DocumentError } from '../document-error';

/** Names of forms of office files, and formats that are read, by which they can be replaced. */
const forms: Readonly<Record<string, readonly [name: string, formats: readonly string[]]>> = {
  spreadsheet: ['OpenDocument spreadsheets (ODS)', ['XLSX']],
};

/**
 * The error of an office file that is not read, with the way to convert it.
 *
 * @param form form of OpenDocument as its media type names it
 */
export function foreignOffice(form: string): DocumentError {
  const [name, formats] = Object.hasOwn(forms, form) ? forms[form]! : ['OpenDocument files', ['PDF']];
  const command = `soffice --headless --convert-to ${formats[0]!.toLowerCase()} FILE`;
  const sentence = `${name} are not read; save the file as ${formats.join(' or ')}, in LibreOffice or by \`${command}\`.`;
  return new DocumentError('unsupported', sentence);
}
