import { type FieldFaults, fieldFaultsOf } from '../../../parts/field-faults';
import { type Layer } from './assignment';

/** Fields of the form of a layer: shares in percent; an empty name stands for the index itself. */
export interface LayerDraft {
  id: string;
  salt: string;
  groups: { name: string; percent: number | undefined; index: string }[];
}

/** Two groups of equal shares; the copy of the second is not named yet. */
export const emptyLayerDraft: LayerDraft = {
  id: '',
  salt: '',
  groups: [
    { name: 'control', percent: 50, index: '' },
    { name: 'b', percent: 50, index: '' },
  ],
};

/** Digits to which a sum of shares is rounded, since sums of decimal fractions have rounding errors. */
const shareDigits = 10;

export const draftOfLayer = ({ id, salt, groups }: Layer): LayerDraft => ({
  id,
  salt,
  groups: groups.map(({ name, share, index }) => ({
    name,
    percent: Number((share * 100).toFixed(shareDigits - 2)),
    index: index ?? '',
  })),
});

/** The layer of a draft. Without a salt its id serves as the salt, since ids are unique. */
export const layerOf = ({ id, salt, groups }: LayerDraft): Layer => ({
  id,
  salt: salt === '' ? id : salt,
  groups: groups.map(({ name, percent = 0, index }) => ({
    name,
    share: Number((percent / 100).toFixed(shareDigits)),
    index: index === '' ? null : index,
  })),
});

/** Sum of the shares in percent. */
export const percentOf = ({ groups }: LayerDraft): number =>
  Number(groups.reduce((sum, { percent = 0 }) => sum + percent, 0).toFixed(shareDigits - 2));

/** Faults of the layer that the form edits, by member, such as `groups.1.index`. */
export const layerFaultsOf = (error: unknown): FieldFaults =>
  new Map([...fieldFaultsOf(error)].map(([path, fault]) => [path.replace(/^layers\.\d+\./, ''), fault]));
