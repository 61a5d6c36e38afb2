/** References to records that do not exist, data that outlived an erasure, and broken logs. */
export const CORRUPTED_REFERENCES = `
what items name
  update inventory_items set fbo_account_id = 'gone' where id = '{resting}'
  update inventory_items set active_transfer_id = 'gone' where id = '{pending}'
  update inventory_items set active_shipment_id = 'gone' where id = '{packing}'
  => item_account_missing {resting}, item_transfer_missing {pending}
  => item_shipment_missing {packing}, item_differs_from_log {resting}
  => item_differs_from_log {pending}, item_differs_from_log {packing}
  => pending_transfer_unclaimed {transfer pending}, open_shipment_unclaimed {shipment packing}
  => past_exposure_differs_from_log {from}
who changed an account
  update fbo_accounts set changed_by_token_id = 'gone' where id = '{third}'
  => account_changer_missing {third}
the person of a token
  update access_tokens set person_id = 'gone' where id = '{creatorTokenId}'
  => token_person_missing {creatorTokenId}
the inviter of a person
  insert into people (organization_id, id, email, name, role_ids, created_at, created_by_token_id)
    values ('{organizationId}', 'prsn_one', 'ada@example.com', 'Ada', array['desk'], now(), 'gone')
  => person_inviter_missing prsn_one
the person of a passkey, and who removed it
  insert into passkeys (organization_id, id, person_id, credential_id, public_key, algorithm,
      rp_id, name, transports, created_at, removed_at, removed_by_token_id)
    values ('{organizationId}', 'pkey_odd', 'gone', 'AAAA', '', -7, 'localhost', 'Phone', '{}',
      now(), now(), 'gone')
  => passkey_person_missing pkey_odd, passkey_remover_missing pkey_odd
an erased account that is filled again
  alter table fbo_accounts drop constraint fbo_accounts_erasure
  update fbo_accounts set email = 'ada@example.com' where id = '{erased}'
  => erased_account_not_empty {erased}
a profile that an erasure left
  insert into fbo_account_profiles (organization_id, fbo_account_id, external_id,
    external_id_folded, changed_at) values ('{organizationId}', '{erased}', 'A', 'a', now())
  => erased_account_not_empty {erased}
metadata that an erasure left
  insert into fbo_account_profiles (organization_id, fbo_account_id, metadata, changed_at)
    values ('{organizationId}', '{erased}', '{"desk":"B"}', now())
  => erased_account_not_empty {erased}
a stored response that an erasure left
  update idempotency_keys set answer = '{"data":{"firstName":"Ada"}}'
    where headers ->> 'Location' = '/v1/fbo-accounts/{erased}'
  => erased_account_not_empty {erased}
directions of no shipment, and an erased account whose shipment has a recipient
  insert into outbound_shipment_directions (organization_id, outbound_shipment_id, recipient)
    select '{organizationId}', named, '{"name":"Ada"}'
    from (values ('gone'), ('{shipment delivered}')) as these (named)
  update outbound_shipments set fbo_account_id = '{erased}' where id = '{shipment delivered}'
  => directed_shipment_missing gone, erased_recipient_kept {shipment delivered}
  => shipment_movement_differs {delivered}, shipment_movement_differs {alsoDelivered}
whose a token is
  update access_tokens set created_at = now() - interval '1 hour' where id = '{creatorTokenId}'
  delete from access_token_organizations where token_sha256 =
    (select token_sha256 from access_tokens where id = '{creatorTokenId}')
  => token_organization_missing {creatorTokenId}
what transfers name
  update transfer_batches
    set from_fbo_account_id = 'gone', to_fbo_account_id = 'lost', created_by_token_id = 'gone',
      decided_by_token_id = 'gone', item_ids = array['gone']
    where organization_id = '{organizationId}' and id = 'xfer_old'
  => transfer_source_missing xfer_old, transfer_destination_missing xfer_old
  => transfer_creator_missing xfer_old, transfer_decider_missing xfer_old
  => transfer_item_missing xfer_old, approvals_too_few xfer_old
an item that is gone, and its log is not
  delete from inventory_items where id = '{kept}'
  => identifier_item_missing {kept}, movement_item_missing {kept}
  => shipment_item_missing {shipment cancelled}
a shipment that is gone
  delete from outbound_shipments where id = '{shipment shipped}'
  => shipment_missing {shipment shipped}, movement_shipment_missing {shipped}
  => approval_without_record {shipment shipped}
what movements name
  update inventory_movements
    set from_fbo_account_id = 'gone', to_fbo_account_id = 'gone', token_id = 'gone'
    where inventory_item_id = '{withdrawn}' and number = 2
  update inventory_movements set transfer_batch_id = 'gone'
    where inventory_item_id = '{expired}' and transfer_batch_id is not null
  => movement_source_missing {withdrawn}, movement_destination_missing {withdrawn}
  => movement_token_missing {withdrawn}, movement_breaks_chain {withdrawn}
  => item_differs_from_log {withdrawn}, stay_differs_from_log {withdrawn}
  => movement_transfer_missing {expired}, ended_transfer_unlogged {transfer expired}
  => transfer_movement_unlisted {expired}

who corrected an account
  insert into corrections
      (organization_id, subject_type, subject_id, number, at, member, token_id)
    values ('{organizationId}', 'fbo_account', '{third}', 1, now(), 'email', 'gone')
  => correction_token_missing {third}
the account of a profile
  insert into fbo_account_profiles (organization_id, fbo_account_id, changed_at)
    values ('{organizationId}', 'gone', now())
  => profile_account_missing gone
two primary accounts
  drop index fbo_accounts_one_primary
  update fbo_accounts set is_primary = true where id in ('{third}', '{from}')
  => several_primary_accounts {third}, several_primary_accounts {from}
a correction that is gone
  insert into corrections (organization_id, subject_type, subject_id, number, at, member)
    values ('{organizationId}', 'fbo_account', '{third}', 2, now(), 'email')
  => correction_number_missing {third}
what a correction says was before
  insert into corrections
      (organization_id, subject_type, subject_id, number, at, member, from_value, to_value)
    select '{organizationId}', 'fbo_account', '{third}', number, now(), 'maxInsuredValueCents',
      from_value, to_value
    from (values (1, '"0"'::json, '"5"'::json), (2, '"6"', '"0"'))
      as these (number, from_value, to_value)
  => correction_breaks_chain {third}
the maximum of an account
  insert into corrections
      (organization_id, subject_type, subject_id, number, at, member, from_value, to_value)
    values ('{organizationId}', 'fbo_account', '{third}', 1, now(), 'maxInsuredValueCents',
      '"0"', '"5"')
  => account_differs_from_corrections {third}
whether an account is primary
  insert into corrections
      (organization_id, subject_type, subject_id, number, at, member, from_value, to_value)
    values ('{organizationId}', 'fbo_account', '{third}', 1, now(), 'isPrimary', 'false', 'true')
  => account_differs_from_corrections {third}

an event that is gone, and its seal
  delete from event_seals where organization_id = '{organizationId}' and number = 5
  delete from events where organization_id = '{organizationId}' and number = 5
  => event_missing {event 5}
a seal that is gone
  delete from event_seals where organization_id = '{organizationId}' and number = 5
  => event_unsealed {event 5}
what an event says
  update events set data = data || '{"version": 9}'
    where organization_id = '{organizationId}' and number = 5
  => sealed_log_differs {event 5}
a seal
  update event_seals set chain_hash = sha256('')
    where organization_id = '{organizationId}' and number = 5
  => sealed_log_differs {event 5}, sealed_log_differs {event 6}
the hash of a checkpoint
  update event_checkpoints set chain_hash = sha256('')
    where organization_id = '{organizationId}' and sequence = 7
  => sealed_log_differs {event 7}
the time of a checkpoint
  update event_checkpoints set at = at + interval '1 hour'
    where organization_id = '{organizationId}' and sequence = 7
  => sealed_log_differs {event 7}
the newest events; the seal of one stays
  delete from events where organization_id = '{organizationId}' and number > 7
  delete from event_seals where organization_id = '{organizationId}' and number > 8
  => event_seal_without_event {event 8}
the newest events, and their seals
  delete from event_seals where organization_id = '{organizationId}' and number >= 7
  delete from events where organization_id = '{organizationId}' and number >= 7
  => sealed_log_differs {event 7}
`
