import { Field } from '../../../parts/field';
import { MomentField } from '../../../parts/moment-field';
import { NameList } from '../../../parts/name-list';
import { NumberField } from '../../../parts/number-field';
import { type KeyFieldProps } from './key-form';

const rateMax = 1_000;

/** Fields for the bounds on who may use a key, how often, and how long. */
export function UseFields({ draft, set, problemOf }: KeyFieldProps) {
  return (
    <>
      <Field
        label="Origins of browsers"
        hint="As in https://*.shop.example; requests without one of them are refused. Empty: any"
        problem={problemOf('allowed_origins')}
      >
        {(control) => (
          <NameList
            control={control}
            names={draft.allowedOrigins ?? []}
            known={[]}
            thing="origin"
            onChange={(names) => {
              set({ allowedOrigins: names.length === 0 ? null : names });
            }}
          />
        )}
      </Field>
      <NumberField
        label="Requests a second"
        hint="Shared with the keys and tokens below it. Empty: the limit of each route"
        min={1}
        max={rateMax}
        problem={problemOf('rate_limit_per_second')}
        value={draft.rate}
        onChange={(rate) => {
          set({ rate });
        }}
      />
      <MomentField
        label="Ends"
        hint="Empty: never"
        problem={problemOf('expires_at')}
        value={draft.expiresAt}
        onChange={(expiresAt) => {
          set({ expiresAt });
        }}
      />
    </>
  );
}
