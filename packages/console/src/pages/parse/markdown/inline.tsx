import { Fragment, type ReactNode } from 'react';
import { type Token, type Tokens } from 'marked';
import { safeLink } from './blocks';

/** Text within a line. HTML is shown as it is written, apart from line breaks. */
export function Inline({ tokens, text }: { tokens: readonly Token[] | undefined; text: string }): ReactNode {
  if (tokens === undefined) return text;
  return tokens.map((token, at) => <Fragment key={at}>{inlineOf(token)}</Fragment>);
}

function inlineOf(token: Token): ReactNode {
  const inner = 'tokens' in token ? <Inline tokens={token.tokens} text={token.raw} /> : null;
  switch (token.type) {
    case 'strong':
      return <strong>{inner}</strong>;
    case 'em':
      return <em>{inner}</em>;
    case 'del':
      return <del>{inner}</del>;
    case 'codespan':
      return <code>{(token as Tokens.Codespan).text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return <LinkOf token={token as Tokens.Link} />;
    case 'image':
      return <PictureOf token={token as Tokens.Image} />;
    case 'html':
      return /^<br\s*\/?>$/.test(token.raw) ? <br /> : token.raw;
    case 'text':
      return inner ?? (token as Tokens.Text).text;
    case 'escape':
      return (token as Tokens.Escape).text;
    default:
      return token.raw;
  }
}

function LinkOf({ token: { href, tokens, text } }: { token: Tokens.Link }) {
  const link = safeLink(href);
  const inner = <Inline tokens={tokens} text={text} />;
  return link === null ? (
    inner
  ) : (
    <a href={link} target="_blank" rel="noreferrer">
      {inner}
    </a>
  );
}

function PictureOf({ token: { href, text } }: { token: Tokens.Image }) {
  return safeLink(href) === null ? text : <img src={href} alt={text} loading="lazy" />;
}
