import { ChoiceField } from '../../parts/choice-field';

/** Filters by settings of queries; empty for all. */
export type SettingFilters = Record<
  'api_version' | 'rerank' | 'search_mode' | 'ratio_reason' | 'has_filter',
  string
>;

const settings: readonly { name: keyof SettingFilters; label: string; choices: readonly string[] }[] = [
  { name: 'search_mode', label: 'Mode', choices: ['keyword', 'semantic', 'hybrid', 'unknown'] },
  {
    name: 'ratio_reason',
    label: 'Semantic ratio',
    choices: [
      'requested',
      'default',
      'language_not_covered',
      'exact_words',
      'quoted',
      'identifier',
      'other_language',
      'unknown',
    ],
  },
  { name: 'rerank', label: 'Reranked', choices: ['on', 'off', 'unknown'] },
  { name: 'has_filter', label: 'With a filter', choices: ['true', 'false', 'unknown'] },
  { name: 'api_version', label: 'Version', choices: ['v2', 'v3', 'unknown'] },
];

export function SettingFields(props: {
  fields: SettingFilters;
  onChange: (changes: Partial<SettingFilters>) => void;
}) {
  const { fields, onChange } = props;
  return settings.map(({ name, label, choices }) => (
    <ChoiceField
      key={name}
      label={label}
      choices={choices}
      value={fields[name]}
      onChange={(value) => {
        onChange({ [name]: value });
      }}
    />
  ));
}
