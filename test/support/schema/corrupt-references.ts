import type { Sql } from 'postgres'
import type { Everything } from '../vault/everything.ts'
import type { Corruption } from './corruption.ts'

/** Records that name others which are not there, and personal data that was erased. */
export function ofReferences(sql: Sql, org: Everything): Corruption[] {
  const item = (name: string) => org.items[name] as string
  const transfer = (name: string) => org.transfers[name] as string
  const shipment = (name: string) => org.shipments[name] as string
  return [
    [
      'what items name',
      () => [
        sql`update inventory_items set fbo_account_id = 'gone' where id = ${item('resting')}`,
        sql`update inventory_items set active_transfer_id = 'gone' where id = ${item('pending')}`,
        sql`update inventory_items set active_shipment_id = 'gone' where id = ${item('packing')}`,
      ],
      ['item_account_missing', item('resting')],
      ['item_transfer_missing', item('pending')],
      ['item_shipment_missing', item('packing')],
      ['item_differs_from_log', item('resting')],
      ['item_differs_from_log', item('pending')],
      ['item_differs_from_log', item('packing')],
      ['pending_transfer_unclaimed', transfer('pending')],
      ['open_shipment_unclaimed', shipment('packing')],
    ],
    [
      'who changed an account',
      () => [sql`update fbo_accounts set changed_by_token_id = 'gone' where id = ${org.third}`],
      ['account_changer_missing', org.third],
    ],
    [
      'an erased account that is filled again',
      () => [sql`update fbo_accounts set email = 'ada@example.com' where id = ${org.erased}`],
      ['erased_account_not_empty', org.erased],
    ],
    [
      'a stored response that an erasure left',
      () => [
        sql`
        update idempotency_keys set answer = '{"data":{"firstName":"Ada"}}'
        where headers ->> 'Location' = ${`/v1/fbo-accounts/${org.erased}`}`,
      ],
      ['erased_account_not_empty', org.erased],
    ],
    [
      'whose a token is',
      () => [
        sql`
        update access_tokens set created_at = now() - interval '1 hour'
        where id = ${org.creatorTokenId}`,
        sql`
        delete from access_token_organizations
        where token_sha256 = (
          select token_sha256 from access_tokens where id = ${org.creatorTokenId})`,
      ],
      ['token_organization_missing', org.creatorTokenId],
    ],
    [
      'what transfers name',
      () => [
        sql`
        update transfer_batches
        set from_fbo_account_id = 'gone', to_fbo_account_id = 'lost', created_by_token_id = 'gone',
          decided_by_token_id = 'gone', item_ids = '{gone}'
        where id = 'xfer_old'`,
      ],
      ...['source', 'destination', 'creator', 'decider', 'item'].map((what): [string, string] => [
        `transfer_${what}_missing`,
        'xfer_old',
      ]),
    ],
    [
      'an item that is gone, and its log is not',
      () => [sql`delete from inventory_items where id = ${item('kept')}`],
      ['movement_item_missing', item('kept')],
      ['shipment_item_missing', shipment('cancelled')],
    ],
    [
      'a shipment that is gone',
      () => [sql`delete from outbound_shipments where id = ${shipment('shipped')}`],
      ['shipment_missing', shipment('shipped')],
      ['movement_shipment_missing', item('shipped')],
    ],
    [
      'what movements name',
      () => [
        sql`
        update inventory_movements
        set from_fbo_account_id = 'gone', to_fbo_account_id = 'gone', token_id = 'gone'
        where inventory_item_id = ${item('withdrawn')} and number = 2`,
        sql`
        update inventory_movements set transfer_batch_id = 'gone'
        where inventory_item_id = ${item('expired')} and transfer_batch_id is not null`,
      ],
      ['movement_source_missing', item('withdrawn')],
      ['movement_destination_missing', item('withdrawn')],
      ['movement_token_missing', item('withdrawn')],
      ['movement_transfer_missing', item('expired')],
      ['item_differs_from_log', item('withdrawn')],
      ['movement_breaks_chain', item('withdrawn')],
      ['stay_differs_from_log', item('withdrawn')],
      ['ended_transfer_unlogged', transfer('expired')],
      ['transfer_movement_unlisted', item('expired')],
    ],
  ]
}
