import { useNavigate, useSearch } from '@tanstack/react-router'
import type { NewOutboundShipment } from '../api/schema.ts'
import { AccountPicker } from '../choosing-items/AccountPicker.tsx'
import { CreateForm } from '../choosing-items/CreateForm.tsx'
import type { Chosen } from '../choosing-items/item-choice.ts'
import { useChoice } from '../choosing-items/use-choice.ts'
import { EmptyState, Page } from '../display/Page.tsx'

export function NewShipmentPage() {
  return (
    <Page title="New shipment" permission="outbound_shipments:create">
      <Form />
    </Page>
  )
}

function Form() {
  const navigate = useNavigate()
  const { account = '', items = '' } = useSearch({ from: '/shipments/new' })
  const choice = useChoice(items)
  return (
    <CreateForm
      operation="POST /v1/outbound-shipments"
      to="/shipments/$id"
      noun="shipment"
      verb="Add"
      choice={choice}
      body={shipmentOf(account, choice.chosen, choice.notes)}
      missing={account === '' ? ['the account to ship from'] : []}
      account={account}
      accounts={(errors) => (
        <AccountPicker
          label="Account"
          value={account}
          onChange={(id) =>
            void navigate({ to: '/shipments/new', search: { account: id }, replace: true })
          }
          error={errors.get('/fboAccountId')}
        />
      )}
      list={{
        label: 'Items in the vault',
        unpicked: (
          <EmptyState title="Choose an account first">Its items are listed here.</EmptyState>
        ),
        empty: (
          <EmptyState title="This account has no items to ship">
            Items on hold, or in a transfer or another shipment, are not listed.
          </EmptyState>
        ),
      }}
      notesHint="For packing, and for the record."
    />
  )
}

/** The request; undefined until it has an account and an item. */
function shipmentOf(
  fboAccountId: string,
  chosen: readonly Chosen[],
  notes: string,
): NewOutboundShipment | undefined {
  const [first, ...others] = chosen.map(({ id }) => ({ inventoryItemId: id }))
  if (fboAccountId === '' || first === undefined) return undefined
  return {
    fboAccountId,
    items: [first, ...others],
    ...(notes.trim() !== '' && { notes: notes.trim() }),
  }
}
