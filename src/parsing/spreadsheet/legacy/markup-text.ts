import iconv from 'iconv-lite';
import { detectCharset } from '../../text/charset';
import { openSourceFile } from '../../source/source-file';

const declarationCharsMax = 4_096;

/**
 * Text of an HTML or XML file, decoded by its byte order mark, by its declaration, otherwise by detection.
 */
export async function readMarkup(path: string): Promise<string> {
  const file = openSourceFile(path);
  try {
    const bytes = Buffer.alloc(file.byteSize);
    file.read(bytes, 0);
    const { charset, markBytes } = await detectCharset(file);
    const declared = markBytes > 0 || charset.startsWith('utf-16') ? null : declaredIn(bytes);
    return iconv.decode(bytes.subarray(markBytes), declared ?? charset);
  } finally {
    file.close();
  }
}

function declaredIn(bytes: Buffer): string | null {
  const start = bytes.toString('latin1', 0, declarationCharsMax);
  const name = /(?:charset|encoding)\s*=\s*["']?([\w-]+)/i.exec(start)?.[1];
  return name !== undefined && iconv.encodingExists(name) ? name : null;
}
