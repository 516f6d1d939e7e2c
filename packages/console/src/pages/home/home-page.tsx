import { Page } from '../../layout/page';
import { Fault } from '../../parts/fault';
import { FirstHour } from './first-hour/first-hour';
import { useFirstHour } from './first-hour/use-first-hour';
import { JobsPanel } from './jobs-panel';
import { QueriesPanel } from './queries-panel';
import { failedSources, hiddenNames, isRead } from './source';
import { useJobs } from './use-jobs';
import { useRecentQueries, windowMinutes } from './use-recent-queries';
import { useFailingEndpoints, WebhooksPanel } from './webhooks-panel';
import './home.css';

/** Start page: the checklist of the first hour, then the panels that have something to say. */
export function HomePage() {
  const firstHour = useFirstHour();
  const running = useJobs('running');
  const failed = useJobs('failed');
  const queries = useRecentQueries();
  const webhooks = useFailingEndpoints();
  const sources = [
    ...running.sources,
    ...failed.sources,
    { name: 'queries', query: queries },
    { name: 'webhooks', query: webhooks },
  ];
  const isReading = !isRead(sources) || firstHour.isReading;
  const hidden = hiddenNames(sources);
  const faults = failedSources(sources);
  const isQuiet =
    running.jobs.length + failed.jobs.length + (webhooks.data?.length ?? 0) + (queries.data?.count ?? 0) ===
    0;
  return (
    <Page title="Home">
      {firstHour.error !== null && <Fault error={firstHour.error} />}
      {firstHour.list !== null && <FirstHour list={firstHour.list} />}
      {isReading && isQuiet && (
        <p role="status" className="hint">
          Reading…
        </p>
      )}
      {!isReading && isQuiet && faults.length === 0 && <Quiet hidden={hidden} />}
      {faults.map(({ name, query }) => (
        <Fault key={name} error={query.error} retry={() => void query.refetch()} />
      ))}
      <div className="panels">
        <JobsPanel title="Running now" showsProgress found={running} />
        <JobsPanel title="Failed today" showsProgress={false} found={failed} />
        {webhooks.data !== undefined && <WebhooksPanel failing={webhooks.data} />}
        {queries.data !== undefined && <QueriesPanel recent={queries.data} />}
      </div>
      {!isReading && hidden.length > 0 && (
        <p className="hint">The key of this session does not see {hidden.join(', ')}.</p>
      )}
    </Page>
  );
}

/** The one sentence of a quiet day, about what the key may see. */
function Quiet({ hidden }: { hidden: readonly string[] }) {
  const seesJobs = hidden.filter((name) => name.endsWith('jobs')).length < 3;
  const parts = [
    ...(seesJobs ? ['no job runs', 'none has failed today'] : []),
    ...(hidden.includes('queries') ? [] : [`no query was asked in the last ${windowMinutes} minutes`]),
    ...(hidden.includes('webhooks') ? [] : ['no webhook fails']),
  ];
  if (parts.length === 0) return null;
  return <p className="quiet-line">All is quiet: {parts.join(', ')}.</p>;
}
