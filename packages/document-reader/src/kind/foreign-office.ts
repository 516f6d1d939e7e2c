import { DocumentError } from '../document-error';

/** The error of an OpenDocument file that is not read, with the way to convert it. */
export function foreignOffice(): DocumentError {
  const command = 'soffice --headless --convert-to pdf FILE';
  const sentence = `OpenDocument files are not read; save the file as PDF, in LibreOffice or by \`${command}\`.`;
  return new DocumentError('unsupported', sentence);
}
