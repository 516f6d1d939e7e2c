/** Name of a facet for people: `product_type` is `Product type`. */
export function facetName(facet: string): string {
  const words = facet.replaceAll(/[_.]+/g, ' ').trim();
  return words === '' ? facet : words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value of a facet as text. */
export function facetValueText(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}
