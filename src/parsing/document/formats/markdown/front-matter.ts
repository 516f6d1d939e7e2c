/** What stands before the text of a Markdown file between two lines of dashes. */
export interface FrontMatter {
  /** As it is written, without the dashes; '' where there is none. */
  matter: string;
  title: string | null;
  body: string;
}

const charsMax = 20_000;

/** Takes the front matter off a Markdown text. It stays YAML: only the title is read out of it. */
export function takeFrontMatter(text: string): FrontMatter {
  const none = { matter: '', title: null, body: text };
  const opened = /^\ufeff?---[ \t]*\n/.exec(text);
  if (opened === null) return none;
  const close = text.slice(0, charsMax).search(/\n(?:---|\.\.\.)[ \t]*(?:\n|$)/);
  if (close < 0) return none;
  const matter = text.slice(opened[0].length, close);
  // A rule above a text is no front matter.
  if (!/^[\w-]+[ \t]*:/m.test(matter)) return none;
  const title = /^title[ \t]*:[ \t]*(["']?)([^\n]*?)\1[ \t]*$/im.exec(matter)?.[2]?.trim();
  const body = text.slice(text.indexOf('\n', close + 1) + 1 || text.length);
  return { matter, title: title === undefined || title === '' ? null : title, body };
}
