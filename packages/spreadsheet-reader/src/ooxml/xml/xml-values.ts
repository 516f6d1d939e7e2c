/** Whole number, 0 or more, at the start of a text; 0 where there is none. */
export function wholeNumber(text: string | undefined): number {
  const value = Number.parseInt(text ?? '', 10);
  return Number.isFinite(value) && value > 0 ? value : 0;
}

/** Value of a boolean attribute that is false by default. */
export function isOn(text: string | undefined): boolean {
  return text === '1' || text === 'true' || text === 'on';
}
