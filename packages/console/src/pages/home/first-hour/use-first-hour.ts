import { useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Sheaf } from 'sheaf-client';
import { useSheaf } from '../../../data/data-provider';
import { isForbidden } from '../../../data/refusals';
import { usePresentedKey } from '../../../data/use-presented-key';
import { askStep } from './ask-step';
import { closeFirstHour, isFirstHourClosed } from './closed-first-hour';
import { parseStep } from './parse-step';
import { searchStep } from './search-step';
import { type Step } from './step';

const steps: readonly Step[] = [parseStep, askStep, searchStep];
/** Colleagues may do a step as well. */
const refetchMs = 15_000;
const doneKey = ['first-hour', 'done'] as const;
/** Key of the runs of steps, which go on while another page is open. */
export const runsKey = ['first-hour', 'run'] as const;

/** A step of the checklist with its state. */
export interface ListedStep {
  step: Step;
  /** Null where the key may not see it. */
  isDone: boolean | null;
}

/**
 * The checklist of the first hour: which steps the organization has done. Null when there is nothing to show:
 * it was dismissed, or all was done before.
 */
export function useFirstHour() {
  const sheaf = useSheaf();
  const queries = useQueryClient();
  const { data: key } = usePresentedKey();
  const [isDismissed, setIsDismissed] = useState(false);
  const isClosed = key === undefined || isDismissed || isFirstHourClosed(key);
  const runs = useMutationState({
    filters: { mutationKey: runsKey },
    select: ({ options, state }) => ({ id: options.mutationKey?.at(-1), status: state.status }),
  });
  const read = useQuery({
    queryKey: doneKey,
    queryFn: ({ signal }) => Promise.all(steps.map((step) => readStep(step, sheaf, signal))),
    enabled: !isClosed,
    refetchInterval: refetchMs,
  });
  const isAllDone = read.data?.every(({ isDone }) => isDone === true) ?? false;
  useEffect(() => {
    // Jobs expire: what was done once is not asked for again.
    if (isAllDone && key !== undefined && runs.length === 0) closeFirstHour(key);
  }, [isAllDone, key, runs.length]);
  if (isClosed || read.data === undefined)
    return { isReading: key === undefined || (read.isPending && !isClosed), error: read.error, list: null };
  // A run that has succeeded counts at once, before the next read shows it.
  const listed = read.data.map(({ step, isDone }) => ({
    step,
    isDone: runs.some(({ id, status }) => id === step.id && status === 'success') || isDone,
  }));
  const isOpen = listed.some(({ isDone }) => isDone === false);
  // Steps that were done here stay until the checklist is closed, with the links to their results.
  if (!isOpen && runs.length === 0) return { isReading: false, error: null, list: null };
  return {
    isReading: false,
    error: null,
    list: {
      steps: listed,
      isOver: !isOpen,
      permissions: key.permissions,
      refresh: () => queries.invalidateQueries({ queryKey: doneKey }),
      close: () => {
        closeFirstHour(key);
        setIsDismissed(true);
      },
    },
  };
}

async function readStep(step: Step, sheaf: Sheaf, signal: AbortSignal): Promise<ListedStep> {
  try {
    return { step, isDone: await step.isDone(sheaf, signal) };
  } catch (error) {
    if (isForbidden(error)) return { step, isDone: null };
    throw error;
  }
}
