import { Confirm } from '../../../parts/confirm';
import { Dialog } from '../../../parts/dialog';
import { DialogButton } from '../../../parts/dialog-button';
import { type Layer, useChangeLayers } from './assignment';
import { draftOfLayer, emptyLayerDraft, layerOf } from './layer-draft';
import { LayerForm } from './layer-form';

/** Button with the form for a new experiment. */
export function BeginExperiment({ index }: { index: string }) {
  const changeLayers = useChangeLayers(index);
  return (
    <DialogButton label="Begin an experiment" className="primary">
      {(close) => (
        <Dialog title="Begin an experiment" onClose={close}>
          <p className="hint">
            Make a copy of the index, change its settings and build it first: a group of the shoppers is then
            served by the copy.
          </p>
          <LayerForm
            index={index}
            initial={emptyLayerDraft}
            sendLabel="Begin"
            send={async (draft) => {
              await changeLayers((layers) => [...layers, layerOf(draft)]);
              close();
            }}
            close={close}
          />
        </Dialog>
      )}
    </DialogButton>
  );
}

/** Buttons that change or end an experiment. `onEnd` is called after the end. */
export function LayerActions(props: { index: string; layer: Layer; onEnd: () => void }) {
  const { index, layer, onEnd } = props;
  const changeLayers = useChangeLayers(index);
  return (
    <div className="actions">
      <DialogButton label="Change the groups">
        {(close) => (
          <Dialog title={`Change ${layer.id}`} onClose={close}>
            <p className="hint">
              Figures of days before and after a change of salt or shares mislead when they are read together:
              read from the day after.
            </p>
            <LayerForm
              index={index}
              initial={draftOfLayer(layer)}
              isThere
              sendLabel="Save"
              send={async (draft) => {
                await changeLayers((layers) => {
                  const place = layers.findIndex(({ id }) => id === layer.id);
                  if (place < 0) throw new Error('The experiment has ended meanwhile.');
                  return layers.with(place, layerOf(draft));
                });
                close();
              }}
              close={close}
            />
          </Dialog>
        )}
      </DialogButton>
      <Confirm
        label="End"
        title={`End ${layer.id}`}
        confirmLabel="End the experiment"
        consequence={
          <p>
            Its shoppers are served by the index itself, or by the groups of other experiments. Copies stay as
            they are. What was counted can be read by the id for 180 days.
          </p>
        }
        act={async () => {
          await changeLayers((layers) => layers.filter(({ id }) => id !== layer.id));
          onEnd();
        }}
      />
    </div>
  );
}
