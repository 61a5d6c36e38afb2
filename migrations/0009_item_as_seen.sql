-- What a decision saw of an item, as it is handed to the rules, and whether the transfer that holds the
-- item is over but for being ended: then the decision is taken once more when it is. Creates a function
-- only.
--
-- To be called by who holds the item's lock: while that is held, the transfer named by the item is still
-- pending. A transfer that the statement's snapshot does not show yet is too young to be over.

create function item_as_seen(organization text, item text, account text, status text, transfer text,
  shipment text) returns jsonb
language sql stable parallel safe
return jsonb_build_object('id', item, 'fboAccountId', account, 'status', status,
  'activeTransferId', transfer, 'activeShipmentId', shipment,
  'isHolderOver', transfer is not null and exists (
    select from transfer_batches
    where transfer_batches.organization_id = organization and transfer_batches.id = transfer
      and (expires_at <= clock_timestamp() or system_review = 'due')
  ));
