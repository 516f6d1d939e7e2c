import { placeless } from '../../block';
import { type BlockSink, type FormatParser } from '../../block-sink';
import { emitText, parseText } from '../text';
import { readWholeText } from '../text/read-text';
import { takeFrontMatter } from './front-matter';
import { readMarkdownBlocks } from './markdown-blocks';

/**
 * Bytes past which a Markdown file is read as plain text, because the tokenizer needs a multiple of them in
 * memory.
 */
const markdownBytesMax = 8 * 1024 * 1024;

/** Parser of GitHub Flavored Markdown with front matter. */
export const parseMarkdown: FormatParser = async (input, sink) => {
  if (input.byteSize > markdownBytesMax) return parseText(input, sink);
  const { matter, title, body } = takeFrontMatter(await readWholeText(input.path, sink));
  if (matter !== '') sink.block({ ...placeless, kind: 'code', text: matter });
  await emitMarkdown(body, sink);
  return { title, language: null, pageCount: null };
};

/**
 * Writes the blocks of a Markdown text, or its plain text where it is nested too deeply for the tokenizer.
 */
export async function emitMarkdown(body: string, sink: BlockSink): Promise<void> {
  const { lexer } = await import('marked');
  let tokens: ReturnType<typeof lexer>;
  try {
    tokens = lexer(body);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    sink.warn('The Markdown is nested too deeply; it was read as plain text.');
    emitText(body, sink);
    return;
  }
  readMarkdownBlocks(tokens, sink);
}
