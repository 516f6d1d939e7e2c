import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSheaf } from '../../../data/data-provider';
import { type SettingsDraft } from './settings-draft';
import { settingsKey } from './use-settings';

/**
 * Replaces the settings of an index. `isBuilding` also starts the build that they need, where the
 * organization has that feature.
 */
export function useSaveSettings(options: {
  index: string;
  draft: SettingsDraft;
  isBuilding: boolean;
  onSaved: () => void;
}) {
  const { index, draft, isBuilding, onSaved } = options;
  const sheaf = useSheaf();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      sheaf.put('/v1/indexes/{index}/settings', {
        params: {
          path: { index },
          ...(isBuilding && { query: { rebuild: 'true' as const } }),
        },
        body: draft,
      }),
    async onSuccess(saved) {
      queryClient.setQueryData(settingsKey(index), saved);
      await queryClient.invalidateQueries({ queryKey: ['product-index', index] });
      onSaved();
    },
  });
}
