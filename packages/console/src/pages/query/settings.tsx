import { useRef } from 'react';
import { Chips } from '../../parts/chips';
import { Drawer } from '../../parts/drawer';
import { type FieldFaults } from '../../parts/field-faults';
import { type QueryConfig } from '../../parts/queries/asked';
import { chosenSettings } from './chosen-settings';
import { ConfigFields } from './config-fields';

/**
 * Button that opens the settings of one configuration in a drawer, beside those that differ from the
 * defaults.
 */
export function Settings(props: {
  /** `Settings`, or with the letter of the configuration. */
  name: string;
  config: QueryConfig;
  faults: FieldFaults;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  onChange: (config: QueryConfig) => void;
  onAsk: () => void;
}) {
  const { name, config, faults, isOpen, setOpen, onChange, onAsk } = props;
  const form = useRef<HTMLFormElement>(null);
  const close = () => {
    setOpen(false);
  };
  return (
    <div className="settings-line">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(true);
        }}
      >
        {name}
      </button>
      {name !== 'Settings' && Object.keys(config).length === 0 && <span className="hint">the defaults</span>}
      <Chips label={`Chosen in ${name}`} chips={chosenSettings(config)} onChange={onChange} />
      {isOpen && (
        <Drawer title={name} onClose={close} mayClose={() => form.current?.reportValidity() ?? true}>
          <form
            ref={form}
            onSubmit={(event) => {
              event.preventDefault();
              close();
              onAsk();
            }}
          >
            <div className="drawer-body">
              <ConfigFields config={config} faults={faults} onChange={onChange} />
            </div>
            <div className="actions">
              <button type="submit" className="primary">
                Ask with these settings
              </button>
              <button
                type="button"
                disabled={Object.keys(config).length === 0}
                onClick={() => {
                  onChange({});
                }}
              >
                Back to the defaults
              </button>
            </div>
          </form>
        </Drawer>
      )}
    </div>
  );
}
