import { eventId } from '../../../src/events/event.ts'
import type { FullVault } from '../vault/full-vault.ts'

/** Statements that corrupt a vault, and the violations that must be found: check and record. */
export type Corruption = readonly [
  what: string,
  statements: readonly string[],
  ...found: readonly string[],
]

/** The event that a checkpoint names: all events are sealed. */
export const SIGNED_EVENT = 7

export const update = (table: string, id: string | undefined, change: string) =>
  `update ${table} set ${change} where id = '${id}'`

export const updateMovement = (item: string | undefined, which: string, change: string) =>
  `update inventory_movements set ${change} where inventory_item_id = '${item}' and ${which}`

/** References to records that do not exist, and personal data that was erased. */
export function ofReferences(vault: FullVault): Corruption[] {
  const { items, transfers, shipments, from, third, erased, creatorTokenId } = vault
  const { resting, pending, packing, kept, shipped, withdrawn, expired } = items
  return [
    [
      'what items name',
      [
        update('inventory_items', resting, "fbo_account_id = 'gone'"),
        update('inventory_items', pending, "active_transfer_id = 'gone'"),
        update('inventory_items', packing, "active_shipment_id = 'gone'"),
      ],
      `item_account_missing ${resting}`,
      `item_transfer_missing ${pending}`,
      `item_shipment_missing ${packing}`,
      ...[resting, pending, packing].map((id) => `item_differs_from_log ${id}`),
      `pending_transfer_unclaimed ${transfers.pending}`,
      `open_shipment_unclaimed ${shipments.packing}`,
      `past_exposure_differs_from_log ${from}`,
    ],
    [
      'who changed an account',
      [update('fbo_accounts', third, "changed_by_token_id = 'gone'")],
      `account_changer_missing ${third}`,
    ],
    [
      'the person of a token',
      [update('access_tokens', creatorTokenId, "person_id = 'gone'")],
      `token_person_missing ${creatorTokenId}`,
    ],
    [
      'the inviter of a person',
      [
        `insert into people (organization_id, id, email, name, role_ids, created_at, created_by_token_id)
         values ('${vault.organizationId}', 'prsn_one', 'ada@example.com', 'Ada', '{desk}', now(), 'gone')`,
      ],
      'person_inviter_missing prsn_one',
    ],
    [
      'the person of a passkey, and who removed it',
      [
        `insert into passkeys (organization_id, id, person_id, credential_id, public_key, algorithm,
           rp_id, name, transports, created_at, removed_at, removed_by_token_id)
         values ('${vault.organizationId}', 'pkey_odd', 'gone', 'AAAA', '', -7, 'localhost', 'Phone',
           '{}', now(), now(), 'gone')`,
      ],
      'passkey_person_missing pkey_odd',
      'passkey_remover_missing pkey_odd',
    ],
    [
      'an erased account that is filled again',
      [update('fbo_accounts', erased, "email = 'ada@example.com'")],
      `erased_account_not_empty ${erased}`,
    ],
    [
      'a profile that an erasure left',
      [
        `insert into fbo_account_profiles (organization_id, fbo_account_id, external_id, changed_at)
         select organization_id, id, 'A', now() from fbo_accounts where id = '${erased}'`,
      ],
      `erased_account_not_empty ${erased}`,
    ],
    [
      'a stored response that an erasure left',
      [
        `update idempotency_keys set answer = '{"data":{"firstName":"Ada"}}'
         where headers ->> 'Location' = '/v1/fbo-accounts/${erased}'`,
      ],
      `erased_account_not_empty ${erased}`,
    ],
    [
      'directions of no shipment, and an erased account whose shipment has a recipient',
      [
        `insert into outbound_shipment_directions (organization_id, outbound_shipment_id, recipient)
         select organization_id, named, '{"name":"Ada"}'
         from outbound_shipments cross join lateral (values ('gone'), (id)) as these (named)
         where id = '${shipments.delivered}'`,
        update('outbound_shipments', shipments.delivered, `fbo_account_id = '${erased}'`),
      ],
      'directed_shipment_missing gone',
      `erased_recipient_kept ${shipments.delivered}`,
      `shipment_movement_differs ${items.delivered}`,
      `shipment_movement_differs ${items.alsoDelivered}`,
    ],
    [
      'whose a token is',
      [
        update('access_tokens', creatorTokenId, "created_at = now() - interval '1 hour'"),
        `delete from access_token_organizations where token_sha256 =
           (select token_sha256 from access_tokens where id = '${creatorTokenId}')`,
      ],
      `token_organization_missing ${creatorTokenId}`,
    ],
    [
      'what transfers name',
      [
        `update transfer_batches
         set from_fbo_account_id = 'gone', to_fbo_account_id = 'lost', created_by_token_id = 'gone',
           decided_by_token_id = 'gone', item_ids = '{gone}'
         where id = 'xfer_old'`,
      ],
      ...['source', 'destination', 'creator', 'decider', 'item'].map(
        (what) => `transfer_${what}_missing xfer_old`,
      ),
    ],
    [
      'an item that is gone, and its log is not',
      [`delete from inventory_items where id = '${kept}'`],
      `identifier_item_missing ${kept}`,
      `movement_item_missing ${kept}`,
      `shipment_item_missing ${shipments.cancelled}`,
    ],
    [
      'a shipment that is gone',
      [`delete from outbound_shipments where id = '${shipments.shipped}'`],
      `shipment_missing ${shipments.shipped}`,
      `movement_shipment_missing ${shipped}`,
    ],
    [
      'what movements name',
      [
        updateMovement(
          withdrawn,
          'number = 2',
          "from_fbo_account_id = 'gone', to_fbo_account_id = 'gone', token_id = 'gone'",
        ),
        updateMovement(expired, 'transfer_batch_id is not null', "transfer_batch_id = 'gone'"),
      ],
      ...['source_missing', 'destination_missing', 'token_missing', 'breaks_chain'].map(
        (check) => `movement_${check} ${withdrawn}`,
      ),
      `item_differs_from_log ${withdrawn}`,
      `stay_differs_from_log ${withdrawn}`,
      `movement_transfer_missing ${expired}`,
      `ended_transfer_unlogged ${transfers.expired}`,
      `transfer_movement_unlisted ${expired}`,
    ],
  ]
}

/** Events, their seals and checkpoints. */
export function ofEvents({ organizationId }: FullVault): Corruption[] {
  const event = (number: number) => eventId(organizationId, number)
  const of = (which: string) => `where organization_id = '${organizationId}' and ${which}`
  const checkpoint = (change: string) =>
    `update event_checkpoints set ${change} where sequence = ${SIGNED_EVENT}`
  const next = SIGNED_EVENT + 1
  return [
    [
      'an event that is gone, and its seal',
      [`delete from event_seals ${of('number = 5')}`, `delete from events ${of('number = 5')}`],
      `event_missing ${event(5)}`,
    ],
    [
      'a seal that is gone',
      [`delete from event_seals ${of('number = 5')}`],
      `event_unsealed ${event(5)}`,
    ],
    [
      'what an event says',
      [`update events set data = data || '{"version": 9}' ${of('number = 5')}`],
      `event_differs_from_seal ${event(5)}`,
    ],
    [
      'a seal',
      [`update event_seals set chain_hash = sha256('') ${of('number = 5')}`],
      `event_differs_from_seal ${event(5)}`,
      `event_differs_from_seal ${event(6)}`,
    ],
    [
      'the hash of a checkpoint',
      [checkpoint("chain_hash = sha256('')")],
      `event_checkpoint_differs ${event(SIGNED_EVENT)}`,
      `event_checkpoint_signature ${event(SIGNED_EVENT)}`,
    ],
    [
      'the time of a checkpoint',
      [checkpoint("at = at + interval '1 hour'")],
      `event_checkpoint_signature ${event(SIGNED_EVENT)}`,
    ],
    [
      'the newest events; the seal of one stays',
      [
        `delete from events ${of(`number > ${SIGNED_EVENT}`)}`,
        `delete from event_seals ${of(`number > ${next}`)}`,
      ],
      `event_seal_without_event ${event(next)}`,
    ],
    [
      'the newest events, and their seals',
      [
        `delete from event_seals ${of(`number >= ${SIGNED_EVENT}`)}`,
        `delete from events ${of(`number >= ${SIGNED_EVENT}`)}`,
      ],
      `event_checkpoint_differs ${event(SIGNED_EVENT)}`,
    ],
  ]
}
