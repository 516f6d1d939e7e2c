/** Resources of a program: connections, pools, folders. They are closed in reverse order. */
export interface OpenResources {
  /** Registers a resource to close, and returns it. */
  keep: <T>(resource: T, close: (resource: T) => Promise<unknown>) => T;
  /** Closes all resources. When one fails to close, those opened before it stay open. */
  close(): Promise<void>;
}

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
