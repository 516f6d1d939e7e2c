import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type components } from 'sheaf-client';
import { useSheaf } from '../../../data/data-provider';

/** A layer of an assignment: groups of shoppers, each with the index that serves it. */
export type Layer = components['schemas']['ProductAssignedLayer'];

const refetchMs = 15_000;
const assignmentKey = (index: string) => ['product-assignment', index];

/** Reads the assignment of an index. */
export function useAssignment(index: string) {
  const sheaf = useSheaf();
  return useQuery({
    queryKey: assignmentKey(index),
    queryFn: ({ signal }) =>
      sheaf.get('/v1/indexes/{index}/assignment', { params: { path: { index } }, signal }),
    refetchInterval: refetchMs,
  });
}

/**
 * Changes the layers of an index, based on their present state, since the API replaces all of them together.
 * Removing the last layer ends the assignment.
 */
export function useChangeLayers(index: string): (change: (layers: Layer[]) => Layer[]) => Promise<void> {
  const sheaf = useSheaf();
  const queries = useQueryClient();
  return async (change) => {
    const params = { path: { index } };
    const { assignment } = await sheaf.get('/v1/indexes/{index}/assignment', { params });
    const layers = change(assignment.layers ?? []);
    if (layers.length === 0) await sheaf.delete('/v1/indexes/{index}/assignment', { params });
    else await sheaf.put('/v1/indexes/{index}/assignment', { params, body: { layers } });
    await queries.invalidateQueries({ queryKey: assignmentKey(index) });
    await queries.invalidateQueries({ queryKey: ['product-experiment', index] });
    await queries.invalidateQueries({ queryKey: ['product-index'] });
  };
}
