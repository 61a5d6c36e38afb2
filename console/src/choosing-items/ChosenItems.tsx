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
import { RecordLink, ShortId } from '../display/RecordLink.tsx'
import type { Verdict } from './dry-run.ts'
import { ItemViolation } from './ItemViolation.tsx'
import { type Chosen, MAX_ITEMS, REASONS, type Reason } from './item-choice.ts'
import type { Choice } from './use-choice.ts'

const PER_PAGE = 25

interface Props {
  readonly title: string
  readonly choice: Choice
  /** Whether each item has a reason. */
  readonly hasReasons: boolean
  readonly verdict: Verdict | undefined
  readonly page: number
  readonly setPage: (page: number) => void
}

/** The chosen items, each with its problems; those with problems come first. */
export function ChosenItems(props: Props) {
  const { title, choice, hasReasons, verdict, setPage } = props
  const { chosen, remove, setReason } = choice
  const refused = chosen.filter(({ id }) => verdict?.byItem.has(id))
  const listed = [...refused, ...chosen.filter(({ id }) => !verdict?.byItem.has(id))]
  const pages = Math.max(1, Math.ceil(listed.length / PER_PAGE))
  const page = Math.min(props.page, pages)
  const shown = listed.slice((page - 1) * PER_PAGE, page * PER_PAGE)
  const ids = (of: readonly Chosen[]) => of.map(({ id }) => id)
  if (chosen.length === 0) return null
  return (
    <Stack gap="xs" component="section" aria-label="Chosen items">
      <Group justify="space-between" align="flex-end">
        <Title order={2} size="h4">
          {title} {chosen.length > MAX_ITEMS && `(at most ${MAX_ITEMS.toLocaleString()})`}
        </Title>
        <Group gap="xs" align="flex-end">
          {hasReasons && (
            <ReasonForAll chosen={chosen} setReason={(reason) => setReason(ids(chosen), reason)} />
          )}
          <Button variant="default" size="sm" onClick={() => remove(ids(chosen))}>
            Remove all
          </Button>
        </Group>
      </Group>
      {refused.length > 0 && (
        <Group gap="md">
          <Text size="sm">
            {refused.length === 1
              ? '1 item has a problem. It is listed first.'
              : `${refused.length.toLocaleString()} items have problems. They are listed first.`}
          </Text>
          <Button variant="default" size="xs" onClick={() => remove(ids(refused))}>
            Remove items with problems
          </Button>
        </Group>
      )}
      <ChosenTable {...props} shown={shown} />
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

interface TableProps extends Pick<Props, 'choice' | 'hasReasons' | 'verdict'> {
  readonly shown: readonly Chosen[]
}

function ChosenTable({ shown, verdict, hasReasons, choice: { remove, setReason } }: TableProps) {
  return (
    <Table.ScrollContainer minWidth={300} type="native" pos="relative">
      <Table aria-label="Chosen items" verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Item</Table.Th>
            {hasReasons && <Table.Th>Reason</Table.Th>}
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
                <RecordLink type="item" id={id} name={item?.description ?? undefined} />
                <div>
                  <ShortId id={id} />
                </div>
                {verdict?.byItem.get(id)?.map((violation) => (
                  <ItemViolation key={violation.code} id={id} violation={violation} />
                ))}
              </Table.Td>
              {hasReasons && (
                <Table.Td>
                  <NativeSelect
                    size="xs"
                    w={120}
                    aria-label={`Reason for ${id}`}
                    data={REASONS.map((value) => ({ value, label: words(value) }))}
                    value={reason}
                    onChange={(event) => setReason([id], event.currentTarget.value as Reason)}
                  />
                </Table.Td>
              )}
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
      label="Reason for all"
      value={isSame ? first?.reason : ''}
      data={isSame ? data : [{ value: '', label: 'Mixed' }, ...data]}
      onChange={({ currentTarget: { value } }) => value !== '' && setReason(value as Reason)}
    />
  )
}
