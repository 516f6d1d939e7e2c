/** First bytes of a file that decide its type. */
export const sniffBytes = 64 * 1024;
