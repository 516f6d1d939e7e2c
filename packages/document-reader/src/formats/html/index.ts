import { type FormatParser } from '../../block-sink';
import { charsetOfPage, readWholeText } from '../text/read-text';
import { readDataPicture } from './data-picture';
import { readHtmlBlocks } from './html-blocks';

export { readHtmlBlocks } from './html-blocks';
export { readHtml } from './html-events';

/** Parser of web pages. */
export const parseHtml: FormatParser = async ({ path }, sink) => {
  const html = await readWholeText(path, sink, charsetOfPage(path));
  const { title, language } = readHtmlBlocks(html, {
    block: (block) => {
      sink.block(block);
    },
    picture: (source) => readDataPicture(source, sink),
  });
  return { title, language, pageCount: null };
};
