import { type SourceFile } from 'spreadsheet-reader/toolkit';

const blockBytes = 1024 * 1024;
/** Lines looked at for another message, so that a file made of such lines does not hold its thread. */
const candidatesMax = 100_000;
/** Bytes of a line that begins a message, and of the header field behind it. */
const separatorBytesMax = 512;
const mark = Buffer.from('\nFrom ');

/** The line that begins a message, with a time or without anything, and the name of a header field. */
const SEPARATOR = /^\nFrom (?:[^\n]*\d{1,2}:\d{2}[^\n]*|-? *\r?)\n[!-9;-~]+:/;

/**
 * Whether a file that begins like a mailbox (MBOX, RFC 4155) holds a second message. Words of a message that
 * begin a line with "From " are none.
 */
export function holdsSecondMessage(file: SourceFile): boolean {
  const block = Buffer.alloc(Math.min(file.byteSize, blockBytes + separatorBytesMax));
  let candidates = 0;
  for (let from = 0; from < file.byteSize; from += blockBytes) {
    const bytes = block.subarray(0, file.read(block, from));
    let at = bytes.indexOf(mark);
    while (at !== -1 && at < blockBytes) {
      const separator = bytes.toString('latin1', at, at + separatorBytesMax);
      if (SEPARATOR.test(separator)) return true;
      if (++candidates >= candidatesMax) return false;
      at = bytes.indexOf(mark, at + mark.length);
    }
  }
  return false;
}

/**
 * Offsets of the lines that begin the messages of a mailbox, the first one included. Past 100,000 lines that
 * only look like one, the rest belongs to the last message.
 */
export function messageStarts(mailbox: Buffer): number[] {
  const starts = [0];
  let candidates = 0;
  for (let at = mailbox.indexOf(mark); at !== -1; at = mailbox.indexOf(mark, at + mark.length)) {
    const isStart = SEPARATOR.test(mailbox.toString('latin1', at, at + separatorBytesMax));
    if (isStart) starts.push(at + 1);
    else if (++candidates >= candidatesMax) break;
  }
  return starts;
}
