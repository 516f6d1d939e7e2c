import { Tabs } from '../../parts/tabs';

export const JobTabs = () => (
  <Tabs
    label="Kinds of jobs"
    tabs={[
      { to: '/jobs/documents', name: 'Documents' },
      { to: '/jobs/products', name: 'Products' },
    ]}
  />
);
