/** A Markdown text without the padding of table cells that Prettier adds. */
export function unpadded(markdown: string): string {
  return markdown
    .replaceAll(/ +/g, ' ')
    .replaceAll(/-{3,}/g, '---')
    .replaceAll('| --- ', '|---')
    .replaceAll('---|---', '---|---');
}
