-- The index of the ends of ids without the type: where PostgreSQL has no statistics yet, it took that index in place of the
-- primary key for the words of one record, and read those of all.
-- Makes an index on words that the service notes in the background: only that waits, no request. The version before goes on.

drop index search_texts_by_tail;
create index search_texts_by_tail on search_texts (organization_id, reverse(lower(record_id)));
