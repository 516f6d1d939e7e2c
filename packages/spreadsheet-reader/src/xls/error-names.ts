const NAMES: Readonly<Record<number, string>> = {
  0x00: '#NULL!',
  0x07: '#DIV/0!',
  0x0f: '#VALUE!',
  0x17: '#REF!',
  0x1d: '#NAME?',
  0x24: '#NUM!',
  0x2a: '#N/A',
  0x2b: '#GETTING_DATA',
};

/**
 * Text of an error value by its code in BIFF ([MS-XLS] 2.5.10), `#UNKNOWN!` for codes that no program writes.
 */
export function errorName(code: number): string {
  return NAMES[code] ?? '#UNKNOWN!';
}
