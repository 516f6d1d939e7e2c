package launcher;

import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;

/**
 * What a by-query request asks for.
 *
 * @param indices where hits are taken from
 * @param destination index that a reindex writes; null for the others
 * @param createOnly whether a reindex leaves documents alone that are there
 * @param pipeline ingest pipeline of the writes; null for none
 * @param routing routing of the search; null for all shards
 * @param goesOnAfterConflicts whether a document that changed meanwhile is only counted
 */
record ByQueryJob(
    Kind kind,
    String[] indices,
    SearchSourceBuilder search,
    String destination,
    boolean createOnly,
    String pipeline,
    String routing,
    long maxDocuments,
    boolean goesOnAfterConflicts,
    boolean refresh
) {
    enum Kind { DELETE, UPDATE, REINDEX }

    /** The write for one hit; one of the same index fails when the document has changed since the search. */
    DocWriteRequest<?> writeFor(SearchHit hit) {
        var field = hit.field("_routing");
        String hitRouting = field == null ? null : field.getValue();
        if (kind == Kind.DELETE) {
            return new DeleteRequest(hit.getIndex(), hit.getId())
                .routing(hitRouting)
                .setIfSeqNo(hit.getSeqNo())
                .setIfPrimaryTerm(hit.getPrimaryTerm());
        }
        IndexRequest write = new IndexRequest(kind == Kind.REINDEX ? destination : hit.getIndex())
            .id(hit.getId())
            .routing(hitRouting)
            .setPipeline(pipeline)
            .source(hit.getSourceAsMap());
        return kind == Kind.REINDEX
            ? write.create(createOnly)
            : write.setIfSeqNo(hit.getSeqNo()).setIfPrimaryTerm(hit.getPrimaryTerm());
    }
}
