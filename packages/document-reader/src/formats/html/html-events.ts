import { Tokenizer } from 'htmlparser2';

/** Receiver of the events of a page, in the order of the source. */
export interface HtmlHandler {
  /** Called for each start tag, also of void elements such as `br`. Names are in lower case. */
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  close(name: string): void;
  /** Character data with resolved references; may come in pieces. */
  text(text: string): void;
}

const attributesMax = 64;
const attributeCharsMax = 4_096;
/** The same for the address of a picture, which may hold the picture itself. */
const sourceCharsMax = 48 * 1024 * 1024;

/**
 * Reads a page as events, in time linear in its length. No tree is built and end tags are not matched with
 * start tags, because hostile pages have trees of 100,000 levels.
 */
export function readHtml(html: string, handler: HtmlHandler): void {
  let name = '';
  let attributes = new Map<string, string>();
  let attribute = '';
  let value = '';

  const charsMax = () => (attribute === 'src' ? sourceCharsMax : attributeCharsMax);
  const addToValue = (text: string) => {
    if (value.length < charsMax()) value += text;
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
        addToValue(html.slice(start, Math.min(end, start + charsMax())));
      },
      onattribentity(codePoint) {
        addToValue(String.fromCodePoint(codePoint));
      },
      onattribend() {
        const kept = /^data:/i.test(value) ? value : value.slice(0, attributeCharsMax);
        if (attributes.size < attributesMax && !attributes.has(attribute)) attributes.set(attribute, kept);
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
        // Comments are not read.
      },
      ondeclaration() {
        // Declarations do not concern the text.
      },
      onprocessinginstruction() {
        // Processing instructions do not concern the text.
      },
      onend() {
        // The handler has all events by then.
      },
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}

/** Elements that XHTML closes in their start tag although HTML does not allow it. */
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
