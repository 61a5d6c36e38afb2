import {
  ActionIcon,
  Button,
  Group,
  NativeSelect,
  Pagination,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { CircleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { useRead } from '../api/queries.ts'
import { ProblemError } from '../api/request.ts'
import type { Violation } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { counted, words } from '../display/format.ts'
import { RecordLink, ShortId } from '../display/RecordLink.tsx'
import { type Column, listOf, RecordTable } from '../display/RecordTable.tsx'
import { useMay } from '../session/caller.tsx'
import { violationWords } from '../words/problems.ts'
import type { Choice, Chosen, Reason } from './use-choice.ts'

const PER_PAGE = 25

/** The most items that one transfer or shipment takes. */
const MAX_ITEMS = 1000

const REASONS = ['request', 'trade', 'rebalance'].map((value) => ({ value, label: words(value) }))

interface Props {
  readonly noun: 'transfer' | 'shipment'
  readonly choice: Choice
  readonly violations: ReadonlyMap<string, readonly Violation[]>
}

/** The chosen items, each with its problems; those with problems come first. */
export function ChosenItems(props: Props) {
  const { noun, violations } = props
  const { chosen, keep, setReason } = props.choice
  const [wanted, setPage] = useState(1)
  if (chosen.length === 0) return null
  const refused = chosen.filter(({ id }) => violations.has(id))
  const listed = [...refused, ...chosen.filter(({ id }) => !violations.has(id))]
  const pages = Math.ceil(listed.length / PER_PAGE)
  const page = Math.min(wanted, pages)
  const [reason, another] = new Set(chosen.map((each) => each.reason))
  return (
    <Stack gap="xs" component="section" aria-label="Chosen items">
      <Group justify="space-between" align="flex-end">
        <Title order={2}>
          {counted('item', chosen.length)} in this {noun}{' '}
          {chosen.length > MAX_ITEMS && `(at most ${MAX_ITEMS.toLocaleString()})`}
        </Title>
        <Group gap="xs" align="flex-end">
          {noun === 'transfer' && (
            <NativeSelect
              label="Reason for all"
              value={another ? '' : reason}
              data={another ? [{ value: '', label: 'Mixed' }, ...REASONS] : REASONS}
              onChange={({ currentTarget: { value } }) => value && setReason(value as Reason)}
            />
          )}
          <Button variant="default" onClick={() => keep(() => false)}>
            Remove all
          </Button>
        </Group>
      </Group>
      {refused.length > 0 && (
        <Group gap="md">
          <Text>
            {refused.length === 1
              ? '1 item has a problem. It is listed first.'
              : `${refused.length.toLocaleString()} items have problems. They are listed first.`}
          </Text>
          <Button variant="default" size="xs" onClick={() => keep(({ id }) => !violations.has(id))}>
            Remove items with problems
          </Button>
        </Group>
      )}
      <RecordTable
        label="Chosen items"
        list={listOf(listed.slice((page - 1) * PER_PAGE, page * PER_PAGE))}
        columns={columnsOf(props)}
        empty={null}
      />
      {pages > 1 && (
        <Pagination
          value={page}
          onChange={setPage}
          total={pages}
          size="sm"
          getControlProps={(control) => ({ 'aria-label': `${words(control)} page` })}
          getItemProps={(number) => ({ 'aria-label': `Page ${number} of the chosen items` })}
        />
      )}
    </Stack>
  )
}

function columnsOf({ violations, noun, choice }: Props): readonly Column<Chosen>[] {
  const reason: Column<Chosen> = {
    header: 'Reason',
    cell: ({ id, reason }) => (
      <NativeSelect
        size="xs"
        w={120}
        aria-label={`Reason for ${id}`}
        data={REASONS}
        value={reason}
        onChange={(event) => choice.setReason(event.currentTarget.value as Reason, id)}
      />
    ),
  }
  return [
    // First: a click on a row whose first cell is a link would leave the form.
    {
      header: 'Remove',
      cell: ({ id }) => (
        <ActionIcon
          aria-label={`Remove ${id}`}
          onClick={() => choice.keep((each) => each.id !== id)}
        >
          <X size={16} />
        </ActionIcon>
      ),
    },
    {
      header: 'Item',
      cell: ({ id, description }) => (
        <>
          <RecordLink type="item" id={id} name={description ?? undefined} /> <ShortId id={id} />
          {violations.get(id)?.map((violation) => (
            <ItemViolation key={violation.code} id={id} violation={violation} />
          ))}
        </>
      ),
    },
    ...(noun === 'transfer' ? [reason] : []),
    {
      header: 'Declared value',
      cell: ({ declaredValueCents: cents }) => (cents === undefined ? '—' : money(cents)),
      isRight: true,
    },
  ]
}

/** Says why an item cannot be chosen, with a link to the record that has it. */
function ItemViolation({ id, violation }: { readonly id: string; readonly violation: Violation }) {
  const { code, detail, itemStatus } = violation
  const isElsewhere = code === 'item_not_in_source_account'
  const { data, error } = useRead('GET /v1/inventory-items/{id}', {
    path: { id },
    enabled: useMay('inventory_items:read') && isElsewhere,
    placeholderData: undefined,
  })
  const holders = [
    ['transfer', 'Already in another transfer', violation.activeTransferId],
    ['shipment', 'Already in a shipment', violation.activeShipmentId],
    ['account', 'In a different account', isElsewhere ? data?.body.data.fboAccountId : undefined],
  ] as const
  const [type, where, holder] = holders.find(([, , record]) => record) ?? []
  const isUnknown = error instanceof ProblemError && error.problem.status === 404
  const elsewhere = isUnknown ? 'There is no item with this ID.' : detail
  const unavailable = itemStatus
    ? `Not available: its status is “${words(itemStatus).toLowerCase()}”.`
    : violationWords(violation)
  return (
    <Text c="var(--mantine-color-error)" data-problem>
      <CircleAlert size={14} aria-label="Problem:" role="img" />{' '}
      {type && holder ? (
        <>
          {where}: <RecordLink type={type} id={holder} />
        </>
      ) : isElsewhere ? (
        elsewhere
      ) : (
        unavailable
      )}
    </Text>
  )
}
