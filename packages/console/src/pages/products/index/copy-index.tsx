import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSheaf } from '../../../data/data-provider';
import { Dialog } from '../../../parts/dialog';
import { Fault } from '../../../parts/fault';
import { Field } from '../../../parts/field';
import { FormActions } from '../../../parts/form-actions';
import { fieldFaultsOf, problemAt } from '../../../parts/field-faults';
import { Tick } from '../../../parts/tick';
import { indexPath } from '../index-path';

/** Button that copies an index under a new name. */
export function CopyIndex({ name }: { name: string }) {
  const sheaf = useSheaf();
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const [target, setTarget] = useState(`${name}-b`);
  const [takesRecords, setTakesRecords] = useState(true);
  const [takesSettings, setTakesSettings] = useState(true);
  const copying = useMutation({
    mutationFn: () =>
      sheaf.post('/v1/indexes/{index}/copy', {
        params: { path: { index: name } },
        body: { name: target, records: takesRecords, settings: takesSettings },
      }),
    onSuccess() {
      setIsOpen(false);
      void navigate(indexPath(target, 'builds'));
    },
  });
  const close = () => {
    setIsOpen(false);
  };
  return (
    <>
      <button
        type="button"
        onClick={() => {
          copying.reset();
          setIsOpen(true);
        }}
      >
        Copy
      </button>
      {isOpen && (
        <Dialog title={`Copy ${name}`} onClose={close}>
          <form
            className="form"
            onSubmit={(event) => {
              event.preventDefault();
              copying.mutate();
            }}
          >
            <Field label="Name of the copy" problem={problemAt(fieldFaultsOf(copying.error), 'name')}>
              {(control) => (
                <input
                  {...control}
                  required
                  value={target}
                  onChange={(event) => {
                    setTarget(event.target.value);
                  }}
                />
              )}
            </Field>
            <Tick
              label="With its records, which are built at once"
              checked={takesRecords}
              onChange={setTakesRecords}
            />
            <Tick label="With its settings" checked={takesSettings} onChange={setTakesSettings} />
            <p className="hint">
              Access lists, tenants and the audit log are always those of the original. What is written to it
              while the copy is made may be missing in the copy.
            </p>
            {copying.error !== null && <Fault error={copying.error} />}
            <FormActions sendLabel="Copy" isSending={copying.isPending} back={close} />
          </form>
        </Dialog>
      )}
    </>
  );
}
