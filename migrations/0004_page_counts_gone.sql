-- A page of List Outbound Shipments by its number is skipped to in an index, as in every other list: nothing counts
-- shipments in blocks any more, and a change of an old shipment writes no count.
--
-- Stop every process of the build before: its deep pages read these tables. Locks outbound_shipments for milliseconds,
-- however many rows it has.
drop trigger outbound_shipments_added on outbound_shipments;
drop trigger outbound_shipments_changed on outbound_shipments;
drop trigger outbound_shipments_removed on outbound_shipments;
drop function note_outbound_shipment_changes();
drop function outbound_shipment_blocks_lock(text);
drop table outbound_shipment_block_changes;
drop table outbound_shipment_blocks;
