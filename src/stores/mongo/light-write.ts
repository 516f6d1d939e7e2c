/**
 * Write concern of writes that need not wait for other members and the journal: those that a sweep repairs,
 * and those that may be lost. A later majority-acknowledged write makes them durable, unless another member
 * takes over in between.
 */
export const lightWrite = { w: 1, journal: false } as const;
