import { Button, Checkbox, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { InventoryItem, OutboundShipmentDetails } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { counted, words } from '../display/format.ts'
import { useName } from '../display/names.ts'
import { Loading, Page, useRecord } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { useItems } from '../display/use-items.ts'
import { readAll } from '../events/Activity.tsx'
import { useCaller } from '../session/caller.tsx'
import { addressOf } from '../shipments/shipment-words.ts'
import { Qr } from './barcodes.tsx'
import './printed.css'

export function SlipPage() {
  const read = useRecord('GET /v1/outbound-shipments/{id}', 'outbound_shipments:read')
  const { id, record: shipment } = read
  const [hasValues, setHasValues] = useState(false)
  const list = useQuery(readAll('GET /v1/outbound-shipments/{id}/items', id))
  const ids = (list.data ?? []).map(({ inventoryItemId }) => inventoryItemId)
  const { items, faults, isReading } = useItems(ids)
  const error = read.error ?? list.error ?? faults[0]
  const isReady = list.data !== undefined && shipment !== undefined && !isReading && !error
  return (
    <Page
      title="Packing slip"
      permission="outbound_shipments:read"
      actions={
        <>
          <Checkbox
            label="Show values"
            checked={hasValues}
            onChange={({ currentTarget }) => setHasValues(currentTarget.checked)}
          />
          <Button disabled={!isReady} onClick={() => window.print()}>
            Print
          </Button>
        </>
      }
    >
      <ProblemAlert error={error} />
      {isReady ? <Slip {...{ shipment, items, hasValues }} /> : !error && <Loading />}
    </Page>
  )
}

interface SlipProps {
  readonly shipment: OutboundShipmentDetails
  readonly items: readonly InventoryItem[]
  readonly hasValues: boolean
}

function Slip({ shipment, items, hasValues }: SlipProps) {
  const { organizationName } = useCaller()
  const account = useName('fbo_account', shipment.fboAccountId)
  const { id, recipient, carrier, service, trackingNumber, signatureRequired } = shipment
  const total = items.reduce((sum, { declaredValueCents }) => sum + BigInt(declaredValueCents), 0n)
  return (
    <article className="printed slip" aria-label="Packing slip">
      <div className="slip-row">
        <address>
          {lines([organizationName, 'Packing slip', `Shipment ${id}`, account && `For ${account}`])}
        </address>
        <div className="slip-qr">
          <Qr text={id} />
        </div>
      </div>
      <div className="slip-row">
        <address>
          {lines(['Ship to', recipient ? addressOf(recipient) : 'No recipient is known'])}
        </address>
        <address>
          {lines([
            'Sent by',
            carrier ?? 'Not shipped yet',
            service,
            trackingNumber && `Tracking number ${trackingNumber}`,
            signatureRequired && 'Signature required',
          ])}
        </address>
      </div>
      <Table
        unstyled
        data={{
          caption: `${counted('item', items.length)}${hasValues ? `, ${money(`${total}`)} in total` : ''}`,
          head: ['#', 'Item', 'Identifiers', ...(hasValues ? ['Declared value'] : [])],
          body: items.map((item, index) => [
            index + 1,
            <>
              {item.description ?? 'No description'} <code>{item.id}</code>
            </>,
            item.identifiers.map(({ scheme, value }) => `${words(scheme)} ${value}`).join(', '),
            ...(hasValues ? [money(item.declaredValueCents)] : []),
          ]),
        }}
      />
      <div className="slip-row slip-signs">
        <p>Packed by, date</p>
        <p>Received by, date</p>
      </div>
    </article>
  )
}

/** Lines below each other; those without text are left out. */
function lines(all: readonly unknown[]): string {
  return all.filter(Boolean).join('\n')
}
