/**
 * Blob keys of a document, the same for all its versions and all collections that show it. Everything lies
 * below `prefix`, so that one call removes it.
 */
export function documentBlobs(documentId: string) {
  const prefix = `documents/${documentId}/`;
  return {
    prefix,
    /** The picture of a figure; its id holds a hash of what it shows, so that it never changes. */
    figure: (figureId: string) => `${prefix}figures/${figureId}`,
  };
}

/** Form of a figure's id: `fig_<page>_<hash>`. */
export const figureIdPattern = /^fig_\d{1,9}_[A-Za-z0-9]{1,64}$/;
