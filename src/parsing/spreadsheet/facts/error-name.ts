const errorName = /^#(?:NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|SPILL!|CALC!)$/;
/** Length of the longest name. */
export const errorCharsMax = 8;

/** Whether a text of a text file names an error: spreadsheets write them so. */
export function isErrorName(text: string): boolean {
  return errorName.test(text);
}
