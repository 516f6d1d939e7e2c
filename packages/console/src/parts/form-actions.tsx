/** Buttons of a form in a dialog: back and submit. */
export function FormActions(props: { sendLabel: string; isSending: boolean; back: () => void }) {
  const { sendLabel, isSending, back } = props;
  return (
    <div className="actions">
      <button type="button" onClick={back}>
        Back
      </button>
      <button type="submit" className="primary" disabled={isSending}>
        {sendLabel}
      </button>
    </div>
  );
}
