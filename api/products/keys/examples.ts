export const keyExample = {
  id: 'key_01JD8X0A1B2C3D4E5F6G7H8J9K',
  name: 'storefront',
  type: 'search',
  parent: null,
  permissions: ['search'],
  indexes: ['products', 'shop*'],
  principals: null,
  tenant: null,
  filter: null,
  allowed_origins: ['https://shop.example'],
  facets: null,
  hidden_fields: ['cost_price'],
  visible_fields: null,
  rate_limit_per_second: 20,
  expires_at: null,
  created_by: 'key_01JD8W9Z8Y7X6W5V4T3S2R1Q0P',
  issued_by_service: false,
  last_used_at: 1_763_666_138_226,
  created_at: 1_763_580_000_000,
};

export const createdKeyExample = { ...keyExample, last_used_at: null, key: 'svc_production_…' };
