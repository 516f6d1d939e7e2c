/**
 * Blob keys of a document, the same for all its versions and all collections that show it. All of them lie
 * below `prefix` and are removed by one call.
 */
export function documentBlobs(documentId: string) {
  const prefix = `documents/${documentId}/`;
  return {
    prefix,
    /** The picture of a figure. Its id holds a hash of the picture, so that the blob never changes. */
    figure: (figureId: string) => `${prefix}figures/${figureId}`,
  };
}

export const figureIdPattern = /^fig_\d{1,9}_[A-Za-z0-9]{1,64}$/;
