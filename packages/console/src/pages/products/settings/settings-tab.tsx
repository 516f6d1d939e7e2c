import { useState } from 'react';
import { Fault } from '../../../parts/fault';
import { useIndex } from '../index/index-scope';
import { AppliesAt } from './applies-at';
import { SettingsEditor } from './settings-editor';
import { useSettings } from './use-settings';

/** Tab with the settings of an index, as form or JSON. */
export function SettingsTab() {
  const { name } = useIndex();
  const settings = useSettings(name);
  // After a save the editor is remounted with the settings of the service.
  const [edition, setEdition] = useState(0);
  if (settings.data === undefined)
    return settings.error === null ? (
      <p role="status">Reading the settings…</p>
    ) : (
      <Fault error={settings.error} retry={() => void settings.refetch()} />
    );
  return (
    <>
      <AppliesAt answer={settings.data} />
      <SettingsEditor
        key={`${name} ${edition}`}
        index={name}
        answer={settings.data}
        onSaved={() => {
          setEdition(edition + 1);
        }}
      />
    </>
  );
}
