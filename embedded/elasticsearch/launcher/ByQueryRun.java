package launcher;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.xcontent.XContentBuilder;

/** One run of a by-query job: reads the hits in batches and writes each batch as one bulk request. */
final class ByQueryRun {
    private static final TimeValue KEEP_ALIVE = TimeValue.timeValueMinutes(5);

    private final NodeClient client;
    private final ByQueryJob job;
    private final List<Map<String, Object>> failures = new ArrayList<>();
    private RestStatus status = RestStatus.OK;
    private long total;
    private long seen;
    private long batches;
    private long conflicts;
    private long created;
    private long updated;
    private long deleted;

    ByQueryRun(NodeClient client, ByQueryJob job) {
        this.client = client;
        this.job = job;
    }

    RestResponse run(XContentBuilder body) throws IOException {
        long startedAt = System.nanoTime();
        writeAll();
        if (job.refresh()) client.admin().indices().prepareRefresh(writtenIndices()).get();
        body.startObject();
        body.field("took", (System.nanoTime() - startedAt) / 1_000_000);
        body.field("timed_out", false);
        body.field("total", total);
        body.field("updated", updated);
        body.field("created", created);
        body.field("deleted", deleted);
        body.field("batches", batches);
        body.field("version_conflicts", conflicts);
        body.field("noops", 0);
        body.field("retries", Map.of("bulk", 0, "search", 0));
        body.field("throttled_millis", 0);
        body.field("requests_per_second", -1.0f);
        body.field("throttled_until_millis", 0);
        body.field("failures", failures);
        return new RestResponse(status, body.endObject());
    }

    private void writeAll() {
        SearchResponse page = client.prepareSearch(job.indices())
            .setSource(job.search())
            .setRouting(job.routing())
            .setScroll(KEEP_ALIVE)
            .get();
        total = Math.min(job.maxDocuments(), page.getHits().getTotalHits().value());
        String scroll = page.getScrollId();
        try {
            BulkRequest batch = takeBatch(page);
            while (batch.numberOfActions() > 0) {
                write(batch);
                if (!failures.isEmpty() || seen >= job.maxDocuments()) return;
                page = client.prepareSearchScroll(scroll).setScroll(KEEP_ALIVE).get();
                scroll = page.getScrollId();
                batch = takeBatch(page);
            }
        } finally {
            if (scroll != null) client.prepareClearScroll().addScrollId(scroll).get();
        }
    }

    private BulkRequest takeBatch(SearchResponse page) {
        BulkRequest batch = new BulkRequest();
        try {
            for (SearchHit hit : page.getHits().getHits()) {
                if (seen++ < job.maxDocuments()) batch.add(job.writeFor(hit));
            }
            return batch;
        } finally {
            page.decRef();
        }
    }

    private void write(BulkRequest batch) {
        batches++;
        for (BulkItemResponse item : client.bulk(batch).actionGet()) {
            if (item.isFailed()) countFailure(item);
            else countWrite(item);
        }
    }

    private void countWrite(BulkItemResponse item) {
        switch (item.getResponse().getResult()) {
            case CREATED -> created++;
            case UPDATED -> updated++;
            case DELETED -> deleted++;
            default -> {}
        }
    }

    private void countFailure(BulkItemResponse item) {
        RestStatus itemStatus = item.getFailure().getStatus();
        if (itemStatus == RestStatus.CONFLICT) {
            conflicts++;
            if (job.goesOnAfterConflicts()) return;
        }
        status = itemStatus;
        var cause = Map.of("type", "write_failed", "reason", item.getFailureMessage());
        failures.add(
            Map.of("index", item.getIndex(), "id", item.getId(), "status", itemStatus.getStatus(), "cause", cause)
        );
    }

    private String[] writtenIndices() {
        return job.kind() == ByQueryJob.Kind.REINDEX ? new String[] { job.destination() } : job.indices();
    }
}
