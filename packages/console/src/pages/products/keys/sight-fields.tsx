import { Field } from '../../../parts/field';
import { NameList } from '../../../parts/name-list';
import { TextField } from '../../../parts/text-field';
import { type KeyFieldProps } from './key-form';

const lists = [
  {
    member: 'indexes',
    draftMember: 'indexes',
    label: 'Indexes',
    hint: 'By name; a trailing * stands for any rest. Empty: every index',
    thing: 'index',
  },
  {
    member: 'principals',
    draftMember: 'principals',
    label: 'Principals',
    hint: 'Users, groups and roles, for indexes with access lists. Empty: none, or those of the parent',
    thing: 'principal',
  },
  {
    member: 'facets',
    draftMember: 'facets',
    label: 'Facets that may be asked for',
    hint: 'Empty: all',
    thing: 'field',
  },
  {
    member: 'hidden_fields',
    draftMember: 'hiddenFields',
    label: 'Hidden fields',
    hint: 'As if no record had them. Empty: none. For keys that only read records',
    thing: 'hidden field',
  },
  {
    member: 'visible_fields',
    draftMember: 'visibleFields',
    label: 'Visible fields',
    hint: 'The only ones that are not hidden. Empty: all',
    thing: 'visible field',
  },
] as const;

/** Fields for the bounds on what a key sees. */
export function SightFields({ draft, set, problemOf }: KeyFieldProps) {
  return (
    <>
      {lists.map(({ member, draftMember, label, hint, thing }) => (
        <Field key={member} label={label} hint={hint} problem={problemOf(member)}>
          {(control) => (
            <NameList
              control={control}
              names={draft[draftMember] ?? []}
              known={[]}
              thing={thing}
              onChange={(names) => {
                set({ [draftMember]: names.length === 0 ? null : names });
              }}
            />
          )}
        </Field>
      ))}
      <TextField
        label="Tenant"
        hint="For indexes with a tenant field; a trailing * stands for any rest"
        problem={problemOf('tenant')}
        value={draft.tenant}
        onChange={(tenant) => {
          set({ tenant });
        }}
      />
      <TextField
        label="Filter"
        hint='It narrows every read and cannot be removed, as in brand = "Kern"'
        problem={problemOf('filter')}
        value={draft.filter}
        onChange={(filter) => {
          set({ filter });
        }}
      />
    </>
  );
}
