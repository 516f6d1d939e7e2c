const codeCharsMax = 64;
const labelCharsMax = 64;
const enumCharsMax = 40;
const phraseCharsMax = 200;
const urlCharsMax = 8_192;

const url = /^https?:\/\/[^\s/?#@]+(?::\d+)?(?:[/?#]\S*)?$/i;
const code = /^[\p{L}\p{N}_][\p{L}\p{N}._:/#+-]*$/u;
const letter = /\p{L}/u;
/** A path of a file with its extension, an address without its scheme, a path of Windows. */
const path =
  /^(?:(?:\/\/|www\.)[^\s/]+\.[^\s]+|(?:[a-z]:)?[\w%.@+~()/\\-]*\.(?:jpe?g|png|gif|webp|svg|avif|bmp|tiff?|ico|pdf|docx?|xlsx?|csv|zip|mp4|mov|webm|mp3|html?|php|aspx?|stl|step|dwg))$/i;
const linkStart = /^(?:https?:|www\.|[/\\]|[a-z]:[\\/]|\S*\.[a-z\d]{2,4}(?:$|[\s,;|]))/i;
const linkSeparator = /\s*[,;|]\s*|\s+/;
const whole = /^\d+$/;
const pathCharsMax = 500;
const wholeCharsMax = 20;
const capitals = /^[A-Z]+$/;
/**
 * Marks that end a sentence or a clause. A full stop after a word of one or two letters is that of an
 * abbreviation, a semicolon after `&trade` that of an HTML entity.
 */
const sentenceMark = /[!?\n\r]|(?<!&#?\w{1,8});|[\p{L}\p{N}]{3,}\.(?:\s|$)|\.\.\./u;

/** Whether text is an absolute web address. */
function isUrl(text: string): boolean {
  return text.length <= urlCharsMax && /^http/i.test(text) && url.test(text);
}

/** Whether text is a link, the path of a file, or a list of such. */
export function isLink(text: string): boolean {
  if (isUrl(text)) return true;
  if (text.length > urlCharsMax || !linkStart.test(text)) return false;
  return text.split(linkSeparator).every((part) => isUrl(part) || (part.length <= pathCharsMax && path.test(part)));
} // prettier-ignore

/** Whether text is a whole number without a sign. */
export function isWhole(text: string): boolean {
  return text.length <= wholeCharsMax && whole.test(text);
}

/** Whether text looks like a code: no spaces, at most 64 characters, with a digit or in capitals. */
export function isCode(text: string): boolean {
  return text.length <= codeCharsMax && code.test(text) && (/\d/.test(text) || capitals.test(text));
}

/** Whether text is a label: at most 64 characters and no sentence. */
export function isLabel(text: string): boolean {
  return text.length <= labelCharsMax && !sentenceMark.test(text);
}

/** Whether text is short and has several words, as titles have; addresses and sentences of HTML have not. */
export function isPhrase(text: string): boolean {
  if (text.length > phraseCharsMax || !text.includes(' ') || text.includes('<')) return false;
  let words = 0;
  for (const word of text.split(' ')) {
    if (word.length > 1 && letter.test(word)) words += 1;
    if (words === 2) return true;
  }
  return false;
}

/** Whether text is short enough for the value of an enum. */
export function isEnumValue(text: string): boolean {
  return text.length <= enumCharsMax;
}
