/** Address of the page of an index, or of a part of it, such as `search`. */
export const indexPath = (index: string, part?: string): string =>
  `/products/indexes/${encodeURIComponent(index)}${part === undefined ? '' : `/${part}`}`;
