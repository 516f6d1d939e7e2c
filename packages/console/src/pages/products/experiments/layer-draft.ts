import { type FieldFaults, fieldFaultsOf } from '../../../parts/field-faults';
import { type Layer } from './assignment';

/** Fields of the form of a layer: shares in percent, and an empty name for the index itself. */
export interface LayerDraft {
  id: string;
  salt: string;
  groups: { name: string; percent: number | undefined; index: string }[];
}

/** Half of the shoppers stay, the others get a copy that is yet to be named. */
export const emptyLayerDraft: LayerDraft = {
  id: '',
  salt: '',
  groups: [
    { name: 'control', percent: 50, index: '' },
    { name: 'b', percent: 50, index: '' },
  ],
};

/** Digits of a share that are kept: sums of decimal fractions differ behind them. */
const shareDigits = 10;

/** The draft that changes nothing of a layer. */
export const draftOfLayer = ({ id, salt, groups }: Layer): LayerDraft => ({
  id,
  salt,
  groups: groups.map(({ name, share, index }) => ({
    name,
    percent: Number((share * 100).toFixed(shareDigits - 2)),
    index: index ?? '',
  })),
});

/** The layer of a draft. Without a salt its id is one, which no other layer has. */
export const layerOf = ({ id, salt, groups }: LayerDraft): Layer => ({
  id,
  salt: salt === '' ? id : salt,
  groups: groups.map(({ name, percent = 0, index }) => ({
    name,
    share: Number((percent / 100).toFixed(shareDigits)),
    index: index === '' ? null : index,
  })),
});

/** The sum of the shares in percent. */
export const percentOf = ({ groups }: LayerDraft): number =>
  Number(groups.reduce((sum, { percent = 0 }) => sum + percent, 0).toFixed(shareDigits - 2));

/** What is wrong with the members of the one layer that was changed, such as `groups.1.index`. */
export const layerFaultsOf = (error: unknown): FieldFaults =>
  new Map([...fieldFaultsOf(error)].map(([path, fault]) => [path.replace(/^layers\.\d+\./, ''), fault]));
