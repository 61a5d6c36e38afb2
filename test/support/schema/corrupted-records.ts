/** Items, values, transfers, shipments and approvals that contradict each other. */
export const CORRUPTED_RECORDS = `
a log that is gone
  delete from inventory_movements where inventory_item_id = '{resting}'
  => item_without_log {resting}
a movement that is gone
  delete from inventory_movements where inventory_item_id = '{released}' and number = 2
  => item_log_incomplete {released}
a count of movements
  update inventory_items set movement_count = 9 where id = '{resting}'
  => item_log_incomplete {resting}
the status of an item
  update inventory_items set status = 'withdrawn' where id = '{resting}'
  => item_differs_from_log {resting}
the account of an item
  update inventory_items set fbo_account_id = '{third}' where id = '{held}'
  => item_differs_from_log {held}, past_exposure_differs_from_log {from}
the time of an item
  update inventory_items set changed_at = changed_at + interval '1 millisecond'
    where id = '{resting}'
  => item_differs_from_log {resting}
the reason of a hold
  update inventory_items set hold_reason = 'Else' where id = '{held}'
  => item_differs_from_log {held}
the batch that an item waits for
  update inventory_items set active_transfer_id = '{transfer overdue}' where id = '{pending}'
  => item_differs_from_log {pending}, transfer_claim_unfounded {pending}
  => pending_transfer_unclaimed {transfer pending}
the account that a movement leads to
  update inventory_movements set to_fbo_account_id = '{third}'
    where inventory_item_id = '{held}' and number = 1
  => movement_breaks_chain {held}
the time of a movement
  update inventory_movements set at = at + interval '1 day'
    where inventory_item_id = '{held}' and number = 1
  => movement_goes_back {held}
the shipment of a movement
  update inventory_movements set outbound_shipment_id = '{shipment cancelled}'
    where inventory_item_id = '{inspected}' and kind = 'shipment_inspecting'
  => movement_changes_holder {inspected}
when an item that left had come
  update inventory_stays set began_at = began_at - interval '1 day'
    where inventory_item_id = '{withdrawn}'
  => stay_differs_from_log {withdrawn}
an identifier that no longer finds its item
  delete from inventory_item_identifiers where inventory_item_id = '{resting}'
  => item_identifiers_differ {resting}
an identifier that finds another item
  update inventory_item_identifiers set inventory_item_id = '{held}'
    where inventory_item_id = '{resting}'
  => item_identifiers_differ {held}, item_identifiers_differ {resting}
an identifier that another item may take
  update inventory_item_identifiers set is_present = false where inventory_item_id = '{resting}'
  => item_identifiers_differ {resting}
a missing stay
  delete from inventory_stays where inventory_item_id = '{shipped}'
  => stay_differs_from_log {shipped}
a stay that never ended
  insert into inventory_stays
      (organization_id, inventory_item_id, number, fbo_account_id, began_at, ended_at)
    select organization_id, id, 1, fbo_account_id, created_at, changed_at
    from inventory_items where id = '{held}'
  => stay_differs_from_log {held}

the value of an item
  update inventory_items set declared_value_cents = 201 where id = '{resting}'
  => item_value_differs_from_valuations {resting}, past_exposure_differs_from_log {from}
a valuation that is gone
  delete from inventory_valuations where inventory_item_id = '{resting}' and number = 1
  => item_valuations_incomplete {resting}, past_exposure_differs_from_log {from}
the value that a valuation found
  update inventory_valuations set from_value_cents = 301
    where inventory_item_id = '{resting}' and number = 2
  => valuation_breaks_chain {resting}, past_exposure_differs_from_log {from}
the time of a valuation
  update inventory_valuations set at = at + interval '1 day'
    where inventory_item_id = '{resting}' and number = 1
  => valuation_goes_back {resting}, past_exposure_differs_from_log {from}
what a valuation names
  update inventory_valuations set token_id = 'gone', revaluation_id = 'gone'
    where inventory_item_id = '{resting}' and number = 2
  => valuation_token_missing {resting}, valuation_revaluation_missing {resting}
what a revaluation names
  insert into revaluations (organization_id, id, status, reason, total_items, item_ids,
      from_values_cents, to_values_cents, requested_by_token_id, created_at, decided_at,
      decided_by_token_id)
    values ('{organizationId}', 'reval_odd', 'rejected', 'Why', 1, '{"gone"}', '{1}', '{2}',
      'gone', now(), now(), 'gone')
  => revaluation_item_missing reval_odd, revaluation_requester_missing reval_odd
  => revaluation_decider_missing reval_odd
the item of a valuation
  update inventory_valuations set inventory_item_id = 'gone', number = 1
    where inventory_item_id = '{resting}' and number = 2
  => valuation_item_missing gone, item_value_differs_from_valuations {resting}
  => past_exposure_differs_from_log {from}

a pending batch that is closed, its items still claimed
  update transfer_batches set status = 'cancelled', decided_at = '2020-01-01'
    where id = '{transfer pending}'
  => transfer_claim_unfounded {pending}
a cancelled batch that is pending again
  update transfer_batches set status = 'pending', decided_at = null, decision_reason = null
    where id = '{transfer cancelled}'
  => pending_transfer_unclaimed {transfer cancelled}
an item that a batch lists twice
  update transfer_batches set item_ids = array_fill('{rejected}'::text, array[2])
    where id = '{transfer rejected}'
  => transfer_total_differs {transfer rejected}, transfer_movement_unlisted {alsoRejected}
how a batch ended
  update transfer_batches set status = 'cancelled' where id = '{transfer rejected}'
  => ended_transfer_unlogged {transfer rejected}
the destination of a completed batch
  update transfer_batches set to_fbo_account_id = '{third}' where id = '{transfer completed}'
  => transfer_movement_differs {completed}
the source of a batch
  update transfer_batches set from_fbo_account_id = '{third}' where id = '{transfer expired}'
  => transfer_movement_differs {expired}
when a batch was decided
  update transfer_batches set decided_at = decided_at + interval '1 second'
    where id = '{transfer completed}'
  => transfer_movement_differs {completed}
an item that a batch lists no more
  update transfer_batches set total_items = 1,
      item_ids = array_remove(item_ids, '{alsoRejected}'), reasons = array['trade']
    where id = '{transfer rejected}'
  => transfer_movement_unlisted {alsoRejected}

a cancelled shipment whose item is still claimed
  update outbound_shipments set cancelled_at = now(), cancellation_reason = 'x'
    where id = '{shipment packing}'
  => shipment_claim_unfounded {packing}, ended_shipment_unlogged {shipment packing}
a cancelled shipment that is open again
  update outbound_shipments set cancelled_at = null, cancellation_reason = null
    where id = '{shipment cancelled}'
  => open_shipment_unclaimed {shipment cancelled}
the total of a shipment
  update outbound_shipments set total_items = 0 where id = '{shipment packing}'
  => shipment_total_differs {shipment packing}
a shipment that was never delivered
  update outbound_shipments set status = 'delivered' where id = '{shipment shipped}'
  => ended_shipment_unlogged {shipment shipped}
the status of an open shipment
  update outbound_shipments set status = 'approved' where id = '{shipment submitted}'
  => shipment_differs_from_log {shipment submitted}
a shipment that is not on hold any more
  update outbound_shipments set held_at = null, hold_reason = null where id = '{shipment held}'
  => shipment_differs_from_log {shipment held}
the account of a shipment
  update outbound_shipments set fbo_account_id = '{third}' where id = '{shipment shipped}'
  => shipment_movement_differs {shipped}
an item that a shipment lists no more
  delete from outbound_shipment_items where inventory_item_id = '{alsoDelivered}'
  update outbound_shipments set total_items = 1 where id = '{shipment delivered}'
  => shipment_movement_unlisted {alsoDelivered}

an approval that is gone
  update transfer_batches set approvals_required = 2 where id = '{transfer completed}'
  update outbound_shipments set approvals_required = 3 where id = '{shipment shipped}'
  => approvals_too_few {transfer completed}, approvals_too_few {shipment shipped}
the only approval
  delete from approvals where subject_id = '{shipment shipped}'
  => approvals_too_few {shipment shipped}
the approvals of one person, twice
  update transfer_batches set approvals_required = 2 where id = '{transfer completed}'
  insert into approvals (organization_id, subject_type, subject_id, version, at, token_id)
    select organization_id, 'transfer', id, 7, now(), decided_by_token_id
    from transfer_batches where id = '{transfer completed}'
  => approvals_too_few {transfer completed}
what an approval names
  insert into approvals (organization_id, subject_type, subject_id, version, at, token_id)
    values ('{organizationId}', 'transfer', 'gone', 1, now(), 'gone')
  => approval_without_record gone, approval_token_missing gone
`
