import { CopyButton } from './copy-button';

/** Texts of programs that can be copied, closed at first. */
export function CodeTexts({
  summary,
  texts,
}: {
  summary: string;
  texts: readonly { name: string; text: string }[];
}) {
  return (
    <details>
      <summary>{summary}</summary>
      {texts.map(({ name, text }) => (
        <div key={name}>
          <CopyButton label={`Copy ${name}`} text={text} />
          <pre tabIndex={0} aria-label={`Request as ${name}`}>
            {text}
          </pre>
        </div>
      ))}
    </details>
  );
}
