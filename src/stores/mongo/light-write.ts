/**
 * For writes that need not wait for other members and a journal: those that a sweep repairs, and those that
 * may be lost. A majority-acknowledged write after it makes it durable, unless another member takes over in
 * between.
 */
export const lightWrite = { w: 1, journal: false } as const;
