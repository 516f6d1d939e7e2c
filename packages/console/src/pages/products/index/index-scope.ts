import { useOutletContext } from 'react-router';
import { type components } from 'sheaf-client';

/** Data that the parts of the page of an index share. */
export interface IndexScope {
  index: components['schemas']['ProductIndex'];
}

/** The index of the open page, at most a few seconds old. */
export const useIndex = (): IndexScope['index'] => useOutletContext<IndexScope>().index;
