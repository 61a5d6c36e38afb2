-- An index that finds shipments by the carrier's tracking number. Only shipments that have one are in it.
-- Reads outbound_shipments once; changes of shipments wait meanwhile, about five seconds per million shipments
-- that have a number. Reads go on, and so does the version before.
--
-- The index compares bytes (collate "C"): an update of the operating system's collations cannot damage it.

create index outbound_shipments_by_tracking_number on outbound_shipments
  (organization_id, tracking_number collate "C", created_at desc, id desc)
  where tracking_number is not null;
