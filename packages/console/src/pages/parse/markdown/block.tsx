import { type ReactNode } from 'react';
import { type Token, type Tokens } from 'marked';
import { Inline } from './inline';

/** A block of a document as elements: text of the document never becomes markup. */
export function Block({ token, level }: { token: Token; level: number }): ReactNode {
  switch (token.type) {
    case 'heading': {
      const Heading = `h${level}` as 'h2';
      const { tokens, text } = token as Tokens.Heading;
      return (
        <Heading>
          <Inline tokens={tokens} text={text} />
        </Heading>
      );
    }
    case 'paragraph':
      return (
        <p>
          <Inline tokens={(token as Tokens.Paragraph).tokens} text={token.raw} />
        </p>
      );
    case 'list':
      return <ListOf token={token as Tokens.List} />;
    case 'table':
      return <TableOf token={token as Tokens.Table} />;
    case 'code':
      return <pre tabIndex={0}>{(token as Tokens.Code).text}</pre>;
    case 'blockquote':
      return (
        <blockquote>
          <Blocks tokens={(token as Tokens.Blockquote).tokens} level={level} />
        </blockquote>
      );
    case 'hr':
      return <hr />;
    case 'text':
      return <Inline tokens={(token as Tokens.Text).tokens} text={(token as Tokens.Text).text} />;
    case 'space':
    case 'checkbox':
      return null;
    default:
      return <p>{token.raw}</p>;
  }
}

function Blocks({ tokens, level }: { tokens: readonly Token[]; level: number }) {
  return tokens.map((token, at) => <Block key={at} token={token} level={level} />);
}

function ListOf({ token: { ordered, start, items } }: { token: Tokens.List }) {
  const entries = items.map(({ task, checked, tokens }, at) => (
    <li key={at}>
      {task && (checked === true ? '☑ ' : '☐ ')}
      <Blocks tokens={tokens} level={6} />
    </li>
  ));
  return ordered ? <ol start={Number(start) || 1}>{entries}</ol> : <ul>{entries}</ul>;
}

function TableOf({ token: { header, rows } }: { token: Tokens.Table }) {
  const hasHeader = header.some(({ text }) => text !== '');
  return (
    <div className="plain-table" tabIndex={0} role="region" aria-label="Table of the document">
      <table>
        {hasHeader && (
          <thead>
            <tr>
              {header.map(({ tokens, text }, at) =>
                text === '' ? (
                  <td key={at} />
                ) : (
                  <th key={at} scope="col">
                    <Inline tokens={tokens} text={text} />
                  </th>
                ),
              )}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map(({ tokens, text }, at) => (
                <td key={at}>
                  <Inline tokens={tokens} text={text} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
