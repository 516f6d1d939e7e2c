import { useIndex } from '../index/index-scope';
import { useSettings } from '../settings/use-settings';
import { AuditList } from './audit-list';

/** Tab with the audit log of one index. */
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
