import { useAddressFields } from '../../../data/use-address-fields';
import { DayField } from '../../../parts/day-field';
import { EntryField } from '../../../parts/entry-field';
import { Fault } from '../../../parts/fault';
import { useIndex } from '../index/index-scope';
import { useAssignment } from './assignment';
import { ExperimentReport } from './experiment-report';
import { BeginExperiment, LayerActions } from './layer-actions';
import './experiments.css';

const fieldNames = ['from', 'to', 'ended'] as const;

/** Tab with the experiments of an index: their groups, and the report of each. */
export function ExperimentsTab() {
  const { name } = useIndex();
  const [{ ended, ...days }, change] = useAddressFields(fieldNames);
  const { data, error, refetch } = useAssignment(name);
  if (data === undefined)
    return error === null ? (
      <p role="status">Reading the experiments…</p>
    ) : (
      <Fault error={error} retry={() => void refetch()} />
    );
  const { layers = [] } = data.assignment;
  const isOver = ended !== '' && layers.every(({ id }) => id !== ended);
  return (
    <>
      <div className="actions">
        <BeginExperiment index={name} />
      </div>
      <div className="experiment-days">
        <DayField
          label="First day (UTC)"
          value={days.from}
          onChange={(from) => {
            change({ from });
          }}
        />
        <DayField
          label="Last day (UTC)"
          value={days.to}
          onChange={(to) => {
            change({ to });
          }}
        />
        <EntryField
          label="An experiment that has ended, by id"
          value={ended}
          onEnter={(id) => {
            change({ ended: id });
          }}
        />
      </div>
      <p className="hint">Without days, the last 30. Counts are kept for 180 days.</p>
      {layers.length === 0 && (
        <p className="empty">
          No experiment runs: the index serves every shopper itself. Copy the index, change the copy, and
          begin one.
        </p>
      )}
      {layers.map((layer) => (
        <section key={layer.id} className="card experiment" aria-label={`Experiment ${layer.id}`}>
          <h2>{layer.id}</h2>
          <p className="hint">
            Runs. The salt <code>{layer.salt}</code> decides which shopper is in which group.
          </p>
          <LayerActions
            index={name}
            layer={layer}
            onEnd={() => {
              change({ ended: layer.id });
            }}
          />
          <ExperimentReport index={name} layer={layer.id} days={days} />
        </section>
      ))}
      {isOver && (
        <section className="card experiment" aria-label={`Experiment ${ended}`}>
          <h2>{ended}</h2>
          <p className="hint">Has ended: its shoppers are served as the others are.</p>
          <ExperimentReport index={name} layer={ended} days={days} />
        </section>
      )}
    </>
  );
}
