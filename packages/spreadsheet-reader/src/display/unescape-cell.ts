/** Resolves the escapes of a cell in a chunk's text: `\\`, `\|`, `\n` and `\r`. */
export function unescapeCell(escaped: string): string {
  if (!escaped.includes('\\')) return escaped;
  return escaped.replaceAll(/\\([\\|nr])/g, (_, mark: string) =>
    mark === 'n' ? '\n' : mark === 'r' ? '\r' : mark,
  );
}
