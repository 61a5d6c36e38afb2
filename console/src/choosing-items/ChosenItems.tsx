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
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, X } from 'lucide-react'
import { read } from '../api/queries.ts'
import { ProblemError } from '../api/request.ts'
import type { Violation } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { words } from '../display/format.ts'
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
  readonly title: string
  readonly choice: Choice
  /** Whether each item has a reason. */
  readonly hasReasons: boolean
  /** By the id of their item. */
  readonly violations: ReadonlyMap<string, readonly Violation[]>
  readonly page: number
  readonly setPage: (page: number) => void
}

/** The chosen items, each with its problems; those with problems come first. */
export function ChosenItems(props: Props) {
  const { title, hasReasons, violations, setPage } = props
  const { chosen, remove, setReason } = props.choice
  const refused = chosen.filter(({ id }) => violations.has(id))
  const listed = [...refused, ...chosen.filter(({ id }) => !violations.has(id))]
  const pages = Math.max(1, Math.ceil(listed.length / PER_PAGE))
  const page = Math.min(props.page, pages)
  const ids = (of: readonly Chosen[]) => of.map(({ id }) => id)
  if (chosen.length === 0) return null
  return (
    <Stack gap="xs" component="section" aria-label="Chosen items">
      <Group justify="space-between" align="flex-end">
        <Title order={2}>
          {title} {chosen.length > MAX_ITEMS && `(at most ${MAX_ITEMS.toLocaleString()})`}
        </Title>
        <Group gap="xs" align="flex-end">
          {hasReasons && (
            <ReasonForAll chosen={chosen} set={(reason) => setReason(ids(chosen), reason)} />
          )}
          <Button variant="default" onClick={() => remove(ids(chosen))}>
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
          <Button variant="default" size="xs" onClick={() => remove(ids(refused))}>
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

function columnsOf({ violations, hasReasons, choice }: Props): readonly Column<Chosen>[] {
  const reason: Column<Chosen> = {
    header: 'Reason',
    cell: ({ id, reason }) => (
      <NativeSelect
        size="xs"
        w={120}
        aria-label={`Reason for ${id}`}
        data={REASONS}
        value={reason}
        onChange={(event) => choice.setReason([id], event.currentTarget.value as Reason)}
      />
    ),
  }
  return [
    // First: a click on a row whose first cell is a link would leave the form.
    {
      header: 'Remove',
      cell: ({ id }) => (
        <ActionIcon aria-label={`Remove ${id}`} onClick={() => choice.remove([id])}>
          <X size={16} />
        </ActionIcon>
      ),
    },
    {
      header: 'Item',
      cell: ({ id, item }) => (
        <>
          <RecordLink type="item" id={id} name={item?.description ?? undefined} />{' '}
          <ShortId id={id} />
          {violations.get(id)?.map((violation) => (
            <ItemViolation key={violation.code} id={id} violation={violation} />
          ))}
        </>
      ),
    },
    ...(hasReasons ? [reason] : []),
    {
      header: 'Declared value',
      cell: ({ item }) => (item ? money(item.declaredValueCents) : '—'),
      isRight: true,
    },
  ]
}

interface ReasonForAllProps {
  readonly chosen: readonly Chosen[]
  readonly set: (reason: Reason) => void
}

function ReasonForAll({ chosen, set }: ReasonForAllProps) {
  const [first] = chosen
  const isSame = chosen.every(({ reason }) => reason === first?.reason)
  return (
    <NativeSelect
      label="Reason for all"
      value={isSame ? first?.reason : ''}
      data={isSame ? REASONS : [{ value: '', label: 'Mixed' }, ...REASONS]}
      onChange={({ currentTarget: { value } }) => value !== '' && set(value as Reason)}
    />
  )
}

interface ViolationProps {
  readonly id: string
  readonly violation: Violation
}

/** Says why an item cannot be chosen, with a link to the record that claims it. */
function ItemViolation(props: ViolationProps) {
  return (
    <Text c="var(--mantine-color-error)" data-problem>
      <CircleAlert size={14} aria-label="Problem:" role="img" /> <Why {...props} />
    </Text>
  )
}

function Why({ id, violation }: ViolationProps) {
  const { code, detail, itemStatus, activeTransferId, activeShipmentId } = violation
  const claim = activeTransferId ?? activeShipmentId
  if (claim !== undefined) {
    const isTransfer = activeTransferId !== undefined
    return (
      <>
        Already in {isTransfer ? 'another transfer' : 'a shipment'}:{' '}
        <RecordLink type={isTransfer ? 'transfer' : 'shipment'} id={claim} />
      </>
    )
  }
  if (code === 'item_not_in_source_account') return <Elsewhere id={id} detail={detail} />
  return itemStatus === undefined
    ? violationWords(violation)
    : `Not available: its status is “${words(itemStatus).toLowerCase()}”.`
}

/** The item is in another account, or does not exist. */
function Elsewhere({ id, detail }: { readonly id: string; readonly detail: string }) {
  const { data, error } = useQuery({
    ...read('GET /v1/inventory-items/{id}', { path: { id } }),
    enabled: useMay('inventory_items:read'),
    placeholderData: undefined,
  })
  if (data === undefined) {
    const isUnknown = error instanceof ProblemError && error.problem.status === 404
    return isUnknown ? 'There is no item with this ID.' : detail
  }
  return (
    <>
      In a different account: <RecordLink type="account" id={data.body.data.fboAccountId} />
    </>
  )
}
