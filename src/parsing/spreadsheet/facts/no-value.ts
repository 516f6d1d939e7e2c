const noValue = /^(?:n\.?\/?a\.?|none|null|nil|nan|tb[acd]|unknown|missing|\P{L}*)$/iu;

/** Whether a text denotes a missing value: `n/a`, `-`, `unknown`, any text without a letter. */
export function standsForNoValue(text: string): boolean {
  return noValue.test(text.trim());
}
