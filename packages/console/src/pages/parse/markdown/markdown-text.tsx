import { useEffect, useRef } from 'react';
import { Block } from './block';
import { type MarkdownBlock } from './blocks';

/** The rendered Markdown of a document. It follows the selected region, or the page, where one is given. */
export function MarkdownText(props: {
  blocks: readonly MarkdownBlock[];
  /** Index of the block of the selected region; -1 for none. */
  selected: number;
  /** Index of the first block of the page; -1 for none. */
  top: number;
}) {
  const { blocks, selected, top } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const shown = selected >= 0 ? selected : top;
  useEffect(() => {
    const view = scroller.current;
    const element = view?.children[shown];
    if (view == null || !(element instanceof HTMLElement)) return;
    const above = element.getBoundingClientRect().top - view.getBoundingClientRect().top;
    view.scrollTop += above - (selected >= 0 ? view.clientHeight / 3 : 0);
  }, [shown, selected]);
  return (
    <div ref={scroller} className="markdown-text" tabIndex={0} role="group" aria-label="Text of the document">
      {blocks.map(({ token, level }, at) => (
        <div key={at} aria-current={at === selected}>
          <Block token={token} level={level} />
        </div>
      ))}
    </div>
  );
}
