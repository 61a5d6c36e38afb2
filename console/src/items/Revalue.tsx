import { Alert } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useChange } from '../api/queries.ts'
import type { InventoryItem } from '../api/schema.ts'
import { Action } from '../display/Action.tsx'
import { AmountField } from '../display/AmountField.tsx'
import { centsOf, money } from '../display/amounts.ts'
import { AppLink } from '../display/RecordLink.tsx'

interface Props {
  readonly item: InventoryItem
  readonly etag: string | undefined
}

const LEFT = ['shipped', 'delivered', 'withdrawn']

/** Changes the declared value. The policy may ask for a second person. */
export function Revalue({ item: { id, status, declaredValueCents }, etag }: Props) {
  const [amount, setAmount] = useState('')
  const [pending, setPending] = useState<string>()
  const revalue = useChange('POST /v1/inventory-items/{id}/revalue', ['fbo-accounts', 'events'])
  const cents = centsOf(amount)
  return (
    <>
      <Action
        label="Revalue"
        permission="inventory_items:revalue"
        explanation={`The declared value is ${money(declaredValueCents)}. The policy may ask a second person to approve the new one.`}
        reason="required"
        fields={
          <AmountField
            label="Declared value"
            description="It counts toward the insured exposure of the account."
            value={amount}
            onChange={setAmount}
          />
        }
        isIncomplete={cents === undefined}
        unavailable={LEFT.includes(status) ? 'The item has left the vault.' : undefined}
        etag={etag}
        onToggle={() => setAmount('')}
        run={({ reason = '', ifMatch }) => {
          const body = { declaredValueCents: cents ?? '', reason }
          return revalue.mutateAsync({ path: { id }, body, ifMatch })
        }}
        onDone={({ status: code, body }) => {
          if (code === 202) setPending(body.data.id)
          else notifications.show({ message: 'The item has its new value.', color: 'teal' })
        }}
      />
      {pending && (
        <Alert variant="default" role="status" title="The new value waits for approval" w="100%">
          A second person has to approve{' '}
          <AppLink to={'/revaluations/$id' as never} params={{ id: pending } as never}>
            the revaluation
          </AppLink>
          .
        </Alert>
      )}
    </>
  )
}
