import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { InventoryItem, InventoryMovement, InventoryValuation } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { words } from '../display/format.ts'
import { RecordLink } from '../display/RecordLink.tsx'
import { ValueLine } from '../display/ValueLine.tsx'
import { Activity, type Moment, readAll, said } from '../events/Activity.tsx'

/** The custody of the item, its values over time, and all else that happened to it. */
export function ItemActivity({ item }: { readonly item: InventoryItem }) {
  const { id, declaredValueCents, createdAt } = item
  const movements = useQuery(readAll('GET /v1/inventory-items/{id}/movements', id))
  const valuations = useQuery(readAll('GET /v1/inventory-items/{id}/valuations', id))
  const values = valuations.data ?? []
  return (
    <>
      {values.length > 0 && (
        <Stack component="section" aria-labelledby="values" gap="xs">
          <Title order={2} size="h4" id="values">
            Declared value
          </Title>
          <ValueLine
            label="Declared value over time"
            points={[
              { at: createdAt, cents: values[0]?.fromValueCents ?? '0' },
              ...values.map(({ at, toValueCents }) => ({ at, cents: toValueCents })),
              { at: Date.now(), cents: declaredValueCents },
            ]}
          />
        </Stack>
      )}
      <Activity
        id={id}
        corrections="GET /v1/inventory-items/{id}/corrections"
        moments={[...(movements.data ?? []).map(ofMovement), ...values.map(ofValuation)]}
        isWaiting={movements.isPending || valuations.isPending}
        error={movements.error ?? valuations.error}
      />
    </>
  )
}

function ofValuation(valuation: InventoryValuation): Moment {
  const { at, tokenId, fromValueCents, toValueCents, reason, revaluationId } = valuation
  const lines = [
    `Declared value: ${money(fromValueCents)} → ${money(toValueCents)}`,
    ...said(reason),
    revaluationId && (
      <RecordLink key="r" type="revaluation" id={revaluationId} name="The revaluation" />
    ),
  ]
  return { type: 'revalued', at, tokenId, lines: lines.filter(Boolean) }
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
    transferBatchId && (
      <RecordLink key="t" type="transfer" id={transferBatchId} name="The transfer" />
    ),
    outboundShipmentId && (
      <RecordLink key="s" type="shipment" id={outboundShipmentId} name="The shipment" />
    ),
    ...said(reason),
  ]
  const actor = kind === 'transfer_expired' ? 'Expired automatically' : undefined
  return { type: kind, at, tokenId, actor, lines: lines.filter(Boolean) }
}
