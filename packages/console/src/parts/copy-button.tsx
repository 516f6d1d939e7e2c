import { useClipboard } from './use-clipboard';

const sentences = { copied: 'Copied', refused: 'The browser does not allow it: select the text' };

/** Button that copies a text to the clipboard and shows whether that succeeded. */
export function CopyButton({ label = 'Copy', text }: { label?: string; text: string }) {
  const { said, copy } = useClipboard(text);
  return (
    <span className="actions">
      <button type="button" onClick={copy}>
        {label}
      </button>
      <span role="status" className="hint">
        {said !== null && sentences[said]}
      </span>
    </span>
  );
}
