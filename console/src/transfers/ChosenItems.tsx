import {
  ActionIcon,
  Button,
  Group,
  NativeSelect,
  Pagination,
  Stack,
  Table,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core'
import { X } from 'lucide-react'
import { money } from '../display/amounts.ts'
import { words } from '../display/format.ts'
import { RecordLink } from '../display/RecordLink.tsx'
import type { Verdict } from './dry-run.ts'
import { FaultOfItem } from './FaultOfItem.tsx'
import { type Chosen, MAX_ITEMS, REASONS, type Reason } from './item-choice.ts'
import { count } from './PasteItems.tsx'

const PER_PAGE = 25

interface Props {
  readonly chosen: readonly Chosen[]
  readonly verdict: Verdict | undefined
  readonly page: number
  readonly setPage: (page: number) => void
  readonly remove: (ids: readonly string[]) => void
  readonly setReason: (ids: readonly string[], reason: Reason) => void
}

/** What is to move, each item with its reason and its faults. */
export function ChosenItems(props: Props) {
  const { chosen, verdict, remove, setReason, page: wanted, setPage } = props
  const faulty = chosen.filter(({ id }) => verdict?.ofItems.has(id))
  // On the first page, those with a fault are seen.
  const listed = [...faulty, ...chosen.filter(({ id }) => !verdict?.ofItems.has(id))]
  const pages = Math.max(1, Math.ceil(listed.length / PER_PAGE))
  const page = Math.min(wanted, pages)
  const shown = listed.slice((page - 1) * PER_PAGE, page * PER_PAGE)
  const ids = (of: readonly Chosen[]) => of.map(({ id }) => id)
  if (chosen.length === 0) return null
  return (
    <Stack gap="xs" component="section" aria-label="Chosen items">
      <Group justify="space-between" align="flex-end">
        <Title order={2} size="h4">
          {count(chosen.length)} to move{' '}
          {chosen.length > MAX_ITEMS && `(at most ${MAX_ITEMS.toLocaleString()} at once)`}
        </Title>
        <Group gap="xs" align="flex-end">
          <ReasonForAll chosen={chosen} setReason={(reason) => setReason(ids(chosen), reason)} />
          <Button variant="default" size="sm" onClick={() => remove(ids(chosen))}>
            Remove all
          </Button>
        </Group>
      </Group>
      {faulty.length > 0 && (
        <Group gap="md">
          <Text size="sm">
            {faulty.length === 1
              ? '1 item has a fault, and stands first.'
              : `${faulty.length.toLocaleString()} items have a fault, and stand first.`}
          </Text>
          <Button variant="default" size="xs" onClick={() => remove(ids(faulty))}>
            Remove those with a fault
          </Button>
        </Group>
      )}
      <ChosenTable {...{ shown, verdict, remove, setReason }} />
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

interface TableProps extends Omit<Props, 'chosen' | 'page' | 'setPage'> {
  readonly shown: readonly Chosen[]
}

function ChosenTable({ shown, verdict, remove, setReason }: TableProps) {
  return (
    <Table.ScrollContainer minWidth={300} type="native" pos="relative">
      <Table aria-label="Items to move" verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Item</Table.Th>
            <Table.Th>Reason</Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              Declared value
            </Table.Th>
            <Table.Th w={40}>
              <VisuallyHidden>Remove</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map(({ id, reason, item }) => (
            <Table.Tr key={id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <RecordLink type="item" id={id} />
                {item?.description && <Text size="sm">{item.description}</Text>}
                {verdict?.ofItems.get(id)?.map((violation) => (
                  <FaultOfItem key={violation.code} id={id} violation={violation} />
                ))}
              </Table.Td>
              <Table.Td>
                <NativeSelect
                  size="xs"
                  w={120}
                  aria-label={`Reason of ${id}`}
                  data={REASONS.map((value) => ({ value, label: words(value) }))}
                  value={reason}
                  onChange={(event) => setReason([id], event.currentTarget.value as Reason)}
                />
              </Table.Td>
              <Table.Td ta="right" visibleFrom="sm">
                {item ? money(item.declaredValueCents) : '—'}
              </Table.Td>
              <Table.Td>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Remove ${id}`}
                  onClick={() => remove([id])}
                >
                  <X size={16} />
                </ActionIcon>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

interface ReasonForAllProps {
  readonly chosen: readonly Chosen[]
  readonly setReason: (reason: Reason) => void
}

function ReasonForAll({ chosen, setReason }: ReasonForAllProps) {
  const [first] = chosen
  const isSame = chosen.every(({ reason }) => reason === first?.reason)
  const data = REASONS.map((value) => ({ value, label: words(value) }))
  return (
    <NativeSelect
      label="Reason of all"
      value={isSame ? first?.reason : ''}
      data={isSame ? data : [{ value: '', label: 'Several' }, ...data]}
      onChange={({ currentTarget: { value } }) => value !== '' && setReason(value as Reason)}
    />
  )
}
