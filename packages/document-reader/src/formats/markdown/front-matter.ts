/** Front matter of a Markdown file: the lines between two lines of dashes at its start. */
export interface FrontMatter {
  /** YAML source without the dashes; '' where there is none. */
  matter: string;
  title: string | null;
  body: string;
}

const charsMax = 20_000;

/** Separates front matter and text. The front matter stays YAML; only its title is read. */
export function takeFrontMatter(text: string): FrontMatter {
  const none = { matter: '', title: null, body: text };
  const opened = /^\ufeff?---[ \t]*\n/.exec(text);
  if (opened === null) return none;
  const close = text.slice(0, charsMax).search(/\n(?:---|\.\.\.)[ \t]*(?:\n|$)/);
  if (close < 0) return none;
  const matter = text.slice(opened[0].length, close);
  // A thematic break at the start of a text is no front matter.
  if (!/^[\w-]+[ \t]*:/m.test(matter)) return none;
  const title = /^title[ \t]*:[ \t]*(["']?)([^\n]*?)\1[ \t]*$/im.exec(matter)?.[2]?.trim();
  const body = text.slice(text.indexOf('\n', close + 1) + 1 || text.length);
  return { matter, title: title === undefined || title === '' ? null : title, body };
}
