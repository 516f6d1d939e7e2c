import { Tokenizer } from 'htmlparser2';

/** What a page is made of, tag by tag. */
export interface HtmlHandler {
  /** Also for elements without an end, such as `br`. Names are in lower case. */
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  close(name: string): void;
  /** Character data, references resolved; may come in pieces. */
  text(text: string): void;
}

const attributesMax = 64;
const attributeCharsMax = 4_096;

/**
 * Reads a page as events, in time that grows with its length alone. There is no tree, and end tags are not
 * held against start tags: a tree of 100,000 levels is what pages are attacked with.
 */
export function readHtml(html: string, handler: HtmlHandler): void {
  let name = '';
  let attributes = new Map<string, string>();
  let attribute = '';
  let value = '';

  const addToValue = (text: string) => {
    if (value.length < attributeCharsMax) value += text;
  };

  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      onopentagname(start, end) {
        name = html.slice(start, end).toLowerCase();
        attributes = new Map();
      },
      onattribname(start, end) {
        attribute = html.slice(start, end).toLowerCase();
        value = '';
      },
      onattribdata(start, end) {
        addToValue(html.slice(start, Math.min(end, start + attributeCharsMax)));
      },
      onattribentity(codePoint) {
        addToValue(String.fromCodePoint(codePoint));
      },
      onattribend() {
        if (attributes.size < attributesMax && !attributes.has(attribute)) attributes.set(attribute, value);
      },
      onopentagend() {
        handler.open(name, attributes);
      },
      onselfclosingtag() {
        handler.open(name, attributes);
        if (SELF_CLOSING.has(name)) handler.close(name);
      },
      onclosetag(start, end) {
        handler.close(html.slice(start, end).toLowerCase());
      },
      ontext(start, end) {
        handler.text(html.slice(start, end));
      },
      ontextentity(codePoint) {
        handler.text(String.fromCodePoint(codePoint));
      },
      oncdata(start, end, endOffset) {
        handler.text(html.slice(start, end - endOffset));
      },
      oncomment() {
        // Nobody reads them.
      },
      ondeclaration() {
        // Says nothing about the text.
      },
      onprocessinginstruction() {
        // Says nothing about the text.
      },
      onend() {
        // Everything was told.
      },
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}

/** Elements that XHTML writers close in their start tag although HTML knows no such thing. */
const SELF_CLOSING = new Set([
  'a',
  'article',
  'audio',
  'b',
  'button',
  'canvas',
  'div',
  'em',
  'footer',
  'form',
  'header',
  'i',
  'iframe',
  'li',
  'main',
  'nav',
  'object',
  'p',
  'script',
  'section',
  'span',
  'strong',
  'style',
  'svg',
  'table',
  'td',
  'template',
  'textarea',
  'th',
  'title',
  'tr',
  'video',
]);
