import { useIndex } from '../index/index-scope';
import { useSettings } from '../settings/use-settings';
import { AuditList } from './audit-list';

/** The entries of the audit log that belong to one index. */
export function AuditTab() {
  const { name } = useIndex();
  const settings = useSettings(name);
  const isSilent = settings.data !== undefined && settings.data.settings.audit == null;
  return (
    <>
      {isSilent && (
        <p className="hint">
          Changes of this index are recorded. Searches and reads of its records are not: the settings that it
          was created with have no <code>audit</code>.
        </p>
      )}
      <AuditList key={name} index={name} />
    </>
  );
}
