import { useMemo, useState } from 'react';
import { CopyButton } from '../../../parts/copy-button';
import { formatCount } from '../../../parts/format';
import { saveAs } from '../../../parts/save-as';
import { blockOfRegion, blocksOf } from './blocks';
import { MarkdownText } from './markdown-text';
import './markdown.css';

/** Characters of the Markdown that are shown; copies and files have all of them. */
const shownCharsMax = 200_000;

/** Place in a document: its page, and a region of it. */
export interface DocumentPlace {
  page: number;
  /** Text of the selected region; null for none. */
  regionText: string | null;
}

/** The Markdown of a parsed document: rendered, or its source. It can be copied and downloaded. */
export function MarkdownPanel(props: {
  markdown: string;
  fileName: string;
  /** Place that the rendered text follows; null for none. */
  place: DocumentPlace | null;
}) {
  const { markdown, fileName, place } = props;
  const [isSource, setIsSource] = useState(false);
  const shown = markdown.slice(0, shownCharsMax);
  const blocks = useMemo(() => blocksOf(shown), [shown]);
  const region = place?.regionText ?? null;
  const selected =
    place === null || region === null ? -1 : blockOfRegion(blocks, { page: place.page, text: region });
  return (
    <section aria-label="Markdown" className="markdown-panel">
      <div className="actions">
        <span className="switch" role="group" aria-label="Form of the text">
          {[false, true].map((source) => (
            <button
              key={String(source)}
              type="button"
              aria-pressed={isSource === source}
              onClick={() => {
                setIsSource(source);
              }}
            >
              {source ? 'Source' : 'Rendered'}
            </button>
          ))}
        </span>
        <CopyButton label="Copy Markdown" text={markdown} />
        <button
          type="button"
          onClick={() => {
            saveAs(fileName, new Blob([markdown], { type: 'text/markdown' }));
          }}
        >
          Download Markdown
        </button>
      </div>
      {markdown.length > shownCharsMax && (
        <p className="hint">
          The first {formatCount(shownCharsMax)} of {formatCount(markdown.length)} characters are shown.
        </p>
      )}
      {isSource ? (
        <pre className="markdown-source" tabIndex={0} role="group" aria-label="Source of the document">
          {shown}
        </pre>
      ) : (
        <MarkdownText
          blocks={blocks}
          selected={selected}
          top={place === null ? -1 : blocks.findIndex(({ page }) => page === place.page)}
        />
      )}
    </section>
  );
}
