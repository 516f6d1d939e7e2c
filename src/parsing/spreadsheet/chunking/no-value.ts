const noValue = /^(?:n\.?\/?a\.?|none|null|nil|nan|tb[acd]|unknown|missing|\P{L}*)$/iu;

/** Whether a text stands for a value that is not there: `n/a`, `-`, `unknown`, anything without a letter. */
export function standsForNoValue(text: string): boolean {
  return noValue.test(text.trim());
}
