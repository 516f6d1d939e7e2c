import { useOutletContext } from 'react-router';
import { type components } from 'sheaf-client';

/** What the parts of the page of an index share. */
export interface IndexScope {
  index: components['schemas']['ProductIndex'];
}

/** The index whose page is open, at most some seconds old. */
export const useIndex = (): IndexScope['index'] => useOutletContext<IndexScope>().index;
