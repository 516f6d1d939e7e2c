import { charsetWithLabel, detectCharset } from '../text/charset';
import { openSourceFile } from '../source/source-file';
import { decodeAll } from '../text/text-decoder';

const declarationCharsMax = 4_096;

/**
 * Text of an HTML or XML file, decoded by its byte order mark, by its declaration, otherwise by detection.
 */
export async function readMarkup(path: string): Promise<string> {
  const file = openSourceFile(path);
  try {
    const bytes = Buffer.alloc(file.byteSize);
    file.read(bytes, 0);
    const detected = await detectCharset(file);
    return decodeAll(bytes.subarray(detected.markBytes), charsetWithLabel(detected, labelIn(bytes)));
  } finally {
    file.close();
  }
}

function labelIn(bytes: Buffer): string | null {
  const start = bytes.toString('latin1', 0, declarationCharsMax);
  return /(?:charset|encoding)\s*=\s*["']?([\w.:-]+)/i.exec(start)?.[1] ?? null;
}
