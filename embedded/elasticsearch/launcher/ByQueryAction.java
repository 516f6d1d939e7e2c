package launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.features.NodeFeature;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestChannel;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentType;
import org.elasticsearch.xcontent.json.JsonXContent;

/**
 * {@code _delete_by_query}, {@code _update_by_query} and {@code _reindex} as far as a service without scripts needs
 * them: one slice, answered when it is done, sources of this node only.
 */
final class ByQueryAction extends BaseRestHandler {
    private static final int DEFAULT_BATCH_SIZE = 1000;
    private static final Set<String> SEARCH_PARTS = Set.of("query", "_source", "sort");
    private static final Set<String> REFUSED = Set.of("script", "slice");

    private final Predicate<NodeFeature> features;

    ByQueryAction(Predicate<NodeFeature> features) {
        this.features = features;
    }

    @Override
    public String getName() {
        return "by_query_action";
    }

    @Override
    public List<Route> routes() {
        return List.of(
            new Route(RestRequest.Method.POST, "/{index}/_delete_by_query"),
            new Route(RestRequest.Method.POST, "/{index}/_update_by_query"),
            new Route(RestRequest.Method.POST, "/_reindex")
        );
    }

    /** Parameters that are accepted and have no effect on one node with one slice. */
    @Override
    protected Set<String> responseParams() {
        return Set.of(
            "slices", "requests_per_second", "timeout", "wait_for_active_shards", "scroll",
            "ignore_unavailable", "allow_no_indices", "expand_wildcards"
        );
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) throws IOException {
        ByQueryJob job = readJob(request);
        return channel -> client.threadPool().generic().execute(() -> {
            try {
                channel.sendResponse(new ByQueryRun(client, job).run(channel.newBuilder()));
            } catch (Exception failure) {
                answer(channel, failure);
            }
        });
    }

    private static void answer(RestChannel channel, Exception failure) {
        try {
            channel.sendResponse(new RestResponse(channel, failure));
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    private ByQueryJob readJob(RestRequest request) throws IOException {
        Map<String, Object> body = request.hasContent()
            ? XContentHelper.convertToMap(request.content(), false, request.getXContentType()).v2()
            : Map.of();
        ByQueryJob.Kind kind = kindOf(request.path());
        boolean isReindex = kind == ByQueryJob.Kind.REINDEX;
        Map<String, Object> source = isReindex ? part(body, "source") : body;
        Map<String, Object> destination = part(body, "dest");
        refuseUnsupported(request, body, source);
        String[] indices = indices(isReindex ? source.get("index") : request.param("index"));
        int batchSize = request.paramAsInt("scroll_size", number(source, "size", DEFAULT_BATCH_SIZE).intValue());
        return new ByQueryJob(
            kind,
            indices,
            search(request, source).size(batchSize).seqNoAndPrimaryTerm(!isReindex),
            (String) destination.get("index"),
            "create".equals(destination.get("op_type")),
            request.param("pipeline", (String) destination.get("pipeline")),
            request.param("routing"),
            request.paramAsLong("max_docs", number(body, "max_docs", Long.MAX_VALUE).longValue()),
            "proceed".equals(request.param("conflicts", String.valueOf(body.get("conflicts")))),
            request.paramAsBoolean("refresh", false)
        );
    }

    private static ByQueryJob.Kind kindOf(String path) {
        if (path.equals("/_reindex")) return ByQueryJob.Kind.REINDEX;
        return path.endsWith("/_delete_by_query") ? ByQueryJob.Kind.DELETE : ByQueryJob.Kind.UPDATE;
    }

    private static void refuseUnsupported(RestRequest request, Map<String, Object> body, Map<String, Object> source) {
        boolean inBackground = !request.paramAsBoolean("wait_for_completion", true);
        if (inBackground || source.containsKey("remote") || body.keySet().stream().anyMatch(REFUSED::contains)) {
            throw new IllegalArgumentException(
                "[script], [slice], [remote] and [wait_for_completion=false] are not supported by the embedded server"
            );
        }
    }

    private SearchSourceBuilder search(RestRequest request, Map<String, Object> source) throws IOException {
        Map<String, Object> parts = new HashMap<>(source);
        parts.keySet().retainAll(SEARCH_PARTS);
        SearchSourceBuilder search = new SearchSourceBuilder();
        try (
            XContentBuilder json = JsonXContent.contentBuilder().map(parts);
            XContentParser parser = XContentHelper.createParserNotCompressed(
                request.contentParserConfig(),
                BytesReference.bytes(json),
                XContentType.JSON
            )
        ) {
            return search.parseXContent(parser, true, features);
        }
    }

    private static String[] indices(Object named) {
        return named instanceof List<?> list
            ? list.stream().map(String::valueOf).toArray(String[]::new)
            : String.valueOf(named).split(",");
    }

    private static Number number(Map<String, Object> body, String name, Number otherwise) {
        return (Number) body.getOrDefault(name, otherwise);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> part(Map<String, Object> body, String name) {
        return (Map<String, Object>) body.getOrDefault(name, Map.of());
    }
}
