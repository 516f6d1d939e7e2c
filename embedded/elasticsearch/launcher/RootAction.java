package launcher;

import java.util.List;
import org.apache.lucene.util.Version;
import org.elasticsearch.Build;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.XContentBuilder;

/** {@code GET /}, where clients learn the version of the server they talk to. */
final class RootAction extends BaseRestHandler {
    private final ClusterService cluster;

    RootAction(ClusterService cluster) {
        this.cluster = cluster;
    }

    @Override
    public String getName() {
        return "root_action";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route(RestRequest.Method.GET, "/"), new Route(RestRequest.Method.HEAD, "/"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
        return channel -> {
            Build build = Build.current();
            XContentBuilder body = channel.newBuilder().prettyPrint().startObject();
            body.field("name", cluster.getNodeName());
            body.field("cluster_name", cluster.getClusterName().value());
            body.field("cluster_uuid", cluster.state().metadata().clusterUUID());
            body.startObject("version");
            body.field("number", build.qualifiedVersion());
            body.field("build_flavor", build.flavor());
            body.field("build_type", build.type().displayName());
            body.field("build_hash", build.hash());
            body.field("build_date", build.date());
            body.field("build_snapshot", build.isSnapshot());
            body.field("lucene_version", Version.LATEST.toString());
            body.field("minimum_wire_compatibility_version", build.minWireCompatVersion());
            body.field("minimum_index_compatibility_version", build.minIndexCompatVersion());
            body.endObject();
            body.field("tagline", "You Know, for Search");
            channel.sendResponse(new RestResponse(RestStatus.OK, body.endObject()));
        };
    }
}
