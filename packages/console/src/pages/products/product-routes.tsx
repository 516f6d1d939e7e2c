import { Navigate, type RouteObject } from 'react-router';

/** Pages of product search; those of one index are nested in its frame. */
export const productRoutes: RouteObject[] = [
  {
    path: 'products/indexes',
    lazy: async () => ({ Component: (await import('./products-page')).ProductsPage }),
  },
  {
    path: 'products/indexes/:index',
    lazy: async () => ({ Component: (await import('./index/index-page')).IndexPage }),
    children: [
      { index: true, element: <Navigate to="fields" replace /> },
      { path: 'fields', lazy: async () => ({ Component: (await import('./fields/fields-tab')).FieldsTab }) },
      {
        path: 'settings',
        lazy: async () => ({ Component: (await import('./settings/settings-tab')).SettingsTab }),
      },
      {
        path: 'records',
        lazy: async () => ({ Component: (await import('./records/records-tab')).RecordsTab }),
      },
      { path: 'builds', lazy: async () => ({ Component: (await import('./builds/builds-tab')).BuildsTab }) },
      { path: 'search', lazy: async () => ({ Component: (await import('./search/search-tab')).SearchTab }) },
      {
        path: 'experiments',
        lazy: async () => ({ Component: (await import('./experiments/experiments-tab')).ExperimentsTab }),
      },
      { path: 'audit', lazy: async () => ({ Component: (await import('./audit/audit-tab')).AuditTab }) },
    ],
  },
  {
    path: 'products/aliases',
    lazy: async () => ({ Component: (await import('./aliases/aliases-page')).AliasesPage }),
  },
  {
    path: 'products/imports',
    lazy: async () => ({ Component: (await import('./imports/imports-page')).ImportsPage }),
  },
  {
    path: 'products/keys',
    lazy: async () => ({ Component: (await import('./keys/keys-page')).KeysPage }),
  },
  {
    path: 'products/keys/:key',
    lazy: async () => ({ Component: (await import('./keys/key-page')).KeyPage }),
  },
  {
    path: 'products/audit',
    lazy: async () => ({ Component: (await import('./audit/audit-page')).AuditPage }),
  },
];
