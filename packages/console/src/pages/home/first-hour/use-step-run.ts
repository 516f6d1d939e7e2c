import {
  type MutationState,
  skipToken,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useSheaf } from '../../../data/data-provider';
import { type Step, type StepProgress, type StepResult } from './step';
import { runsKey } from './use-first-hour';

/**
 * The last run of a step and its progress. A run continues while another page is open, and is found again on
 * the return.
 */
export function useStepRun(step: Step, onEnd: () => Promise<unknown>) {
  const sheaf = useSheaf();
  const queries = useQueryClient();
  const mutationKey = [...runsKey, step.id];
  const progressKey = ['first-hour', 'progress', step.id];
  const { mutate } = useMutation({
    mutationKey,
    gcTime: Infinity,
    mutationFn: () =>
      step.run(sheaf, (progress) => {
        queries.setQueryData<StepProgress>(progressKey, progress);
      }),
    onSettled: onEnd,
  });
  const { data: progress } = useQuery<StepProgress>({
    queryKey: progressKey,
    queryFn: skipToken,
    gcTime: Infinity,
  });
  const runs = useMutationState({
    filters: { mutationKey },
    select: ({ state }) => state as MutationState<StepResult>,
  });
  const last = runs.at(-1);
  return {
    /** `idle` before the first run. */
    status: last?.status ?? 'idle',
    progress,
    result: last?.data ?? null,
    error: last?.error ?? null,
    start: () => {
      mutate();
    },
  };
}
