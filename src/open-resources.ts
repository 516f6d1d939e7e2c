/**
 * Resources of a program: connections, pools, folders. They are closed in the reverse order of their opening.
 */
export interface OpenResources {
  /** Gives the resource back, to be closed with the others. */
  keep: <T>(resource: T, close: (resource: T) => Promise<unknown>) => T;
  /** Closes all; a resource that fails to close leaves those that were opened before it open. */
  close(): Promise<void>;
}

/** No resources yet. */
export function createOpenResources(): OpenResources {
  const undo: (() => Promise<unknown>)[] = [];
  return {
    keep(resource, close) {
      undo.unshift(() => close(resource));
      return resource;
    },
    async close() {
      for (const close of undo) await close();
    },
  };
}
