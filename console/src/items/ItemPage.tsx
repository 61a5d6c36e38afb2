import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import type { InventoryItem, InventoryMovement } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { attributesOf, words } from '../display/format.ts'
import { systemWords, useName } from '../display/names.ts'
import { DescriptionList, RecordPage, Section, useRecord } from '../display/Page.tsx'
import { AppLink, RecordLink } from '../display/RecordLink.tsx'
import { Time } from '../display/Time.tsx'
import { ValueLine } from '../display/ValueLine.tsx'
import { Activity, type Moment, readAll, readCorrections, said } from '../events/Activity.tsx'
import { ItemActions } from './ItemActions.tsx'
import { ItemEvidence } from './ItemEvidence.tsx'

export function ItemPage() {
  const page = useRecord('GET /v1/inventory-items/{id}', 'inventory_items:read')
  const { id, record: item, etag } = page
  const title = useName('inventory_item', id) ?? 'Item'
  if (item === undefined) return <RecordPage {...page} title={title} />
  const { activeShipmentId: shipment } = item
  return (
    <RecordPage
      {...page}
      title={title}
      statuses={[item.status]}
      facts={[
        <span key="account">
          Account <RecordLink type="account" id={item.fboAccountId} />
        </span>,
        money(item.declaredValueCents),
        <AppLink key="label" to="/labels" search={{ items: id }}>
          Print label
        </AppLink>,
      ]}
      actions={<ItemActions item={item} etag={etag} />}
    >
      <Unavailable item={item} />
      <DescriptionList
        items={[
          ...item.identifiers.map(
            ({ scheme, value }) => [words(scheme), <code key={scheme}>{value}</code>] as const,
          ),
          ...attributesOf(item.metadata),
          ['Taken in', <Time key="in" at={item.createdAt} />],
          ['Status or account changed', <Time key="change" at={item.changedAt} />],
          ['Shipment', shipment && <RecordLink key="shipment" type="shipment" id={shipment} />],
        ]}
      />
      <ItemEvidence item={item} etag={etag} />
      <ItemActivity item={item} />
    </RecordPage>
  )
}

function Unavailable({ item }: { readonly item: InventoryItem }) {
  const { activeTransferId, activeShipmentId, holdReason, status } = item
  if (status === 'on_hold') {
    return (
      <Alert color="orange" icon={<Lock />} title="On hold">
        {holdReason ?? 'No reason recorded.'}
      </Alert>
    )
  }
  if (activeTransferId !== null) {
    return (
      <Alert variant="default" icon={<Lock />} title="In a pending transfer">
        Unavailable until <RecordLink type="transfer" id={activeTransferId} /> is completed,
        rejected, cancelled or expired.
      </Alert>
    )
  }
  if (activeShipmentId !== null && status === 'shipment_pending') {
    return (
      <Alert variant="default" icon={<Lock />} title="In a shipment">
        Leaves the vault with <RecordLink type="shipment" id={activeShipmentId} />, or becomes
        available again if that is cancelled.
      </Alert>
    )
  }
  return null
}

function ItemActivity({ item }: { readonly item: InventoryItem }) {
  const { id, declaredValueCents, createdAt } = item
  const movements = useQuery(readAll('GET /v1/inventory-items/{id}/movements', id))
  const corrections = useQuery(readCorrections('inventory-items', id))
  const all = corrections.data ?? []
  const values = all.filter(({ member }) => member === 'declaredValueCents')
  return (
    <>
      {values.length > 0 && (
        <Section title="Declared value">
          <ValueLine
            label="Declared value over time"
            points={[
              { at: createdAt, cents: `${values[0]?.from}` },
              ...values.map(({ at, to }) => ({ at, cents: `${to}` })),
              { at: Date.now(), cents: declaredValueCents },
            ]}
          />
        </Section>
      )}
      <Activity
        id={id}
        records="inventory-items"
        moments={(movements.data ?? []).map(ofMovement)}
        isWaiting={movements.isPending}
        error={movements.error}
      />
    </>
  )
}

function linkTo(type: 'transfer' | 'shipment', id: string | null) {
  return id && <RecordLink key={type} type={type} id={id} name={`The ${type}`} />
}

function ofMovement(movement: InventoryMovement): Moment {
  const { at, kind, tokenId, reason, transferBatchId, outboundShipmentId } = movement
  const { fromFboAccountId: from, toFboAccountId: to, fromStatus, toStatus } = movement
  const lines = [
    from !== to && (
      <span key="accounts">
        {from === null ? 'Into ' : 'From '}
        {from !== null && <RecordLink type="account" id={from} />}
        {from !== null && ' to '}
        <RecordLink type="account" id={to} />
      </span>
    ),
    fromStatus !== null && fromStatus !== toStatus && `${words(fromStatus)} → ${words(toStatus)}`,
    linkTo('transfer', transferBatchId),
    linkTo('shipment', outboundShipmentId),
    ...said(reason),
  ]
  const actor = kind === 'transfer_expired' ? systemWords('expiry') : undefined
  return { type: kind, at, tokenId, actor, lines: lines.filter(Boolean) }
}
