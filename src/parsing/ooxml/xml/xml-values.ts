/** Whole number at the start of a text, 0 and up; 0 where there is none. */
export function wholeNumber(text: string | undefined): number {
  const value = Number.parseInt(text ?? '', 10);
  return Number.isFinite(value) && value > 0 ? value : 0;
}

/** Whether an attribute that is off when absent is on. */
export function isOn(text: string | undefined): boolean {
  return text === '1' || text === 'true' || text === 'on';
}
