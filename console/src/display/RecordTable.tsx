import { Checkbox, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import {
  functionalUpdate,
  type RowData,
  type RowSelectionState,
  rowSelectionFeature,
  type Table,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { useRowKeys } from '../shell/keys.ts'
import { type ListResponse, Pager, PastTheEnd, useChangeSearch } from './lists.tsx'
import { Loading } from './Page.tsx'
import { ProblemAlert } from './ProblemAlert.tsx'
import { TableSettings, useTableSettings } from './TableSettings.tsx'

export interface Column<Row> {
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  readonly isRight?: boolean
  /** The field that the list can be sorted by (`sort=` in the URL). */
  readonly sort?: string | undefined
}

export interface TableProps<Row> {
  /** The name of the table, for screen readers. */
  readonly label: string
  readonly list: {
    readonly data: ListResponse<Row> | undefined
    readonly error: Error | null
    readonly isPlaceholderData: boolean
  }
  readonly columns: readonly Column<Row>[]
  /** By default its `id`. */
  readonly rowKey?: (row: Row) => string
  readonly empty: ReactNode
  /** Tools of a long list, which has a pager on its top too, and columns to choose from. */
  readonly tools?: ReactNode
  /** The number of rows of all pages, if it is known. */
  readonly total?: number | undefined
  readonly actions?: (ticked: readonly Row[], untick: () => void) => ReactNode
  /** The rows that a form has ticked: a click anywhere on a row ticks it. */
  readonly ticks?: Ticks<Row>
}

interface Ticks<Row> {
  readonly ids: ReadonlySet<string>
  readonly nameOf: (row: Row) => string
  /** By default every row. */
  readonly mayTick?: (row: Row) => boolean
  /** Gets the ids that are ticked then, also those of other pages. */
  readonly set: (ids: readonly string[]) => void
}

const FEATURES = tableFeatures({ rowSelectionFeature })
const NONE: never[] = []

/**
 * One page of a list, and buttons to the others: only that page is loaded. The page is in the URL
 * (`page`, `cursor`), so links to it work. `j` and `k` move along the rows, a click opens one. On a
 * phone each row is a card.
 */
export function RecordTable<Row extends RowData>(props: TableProps<Row>) {
  const { label, list, rowKey = idOf, empty, tools, total, actions, ticks } = props
  const [{ hidden = NONE, isDense = false }] = useTableSettings(label)
  const data = (list.data?.body.data ?? NONE) as Row[]
  const table = useTable({
    features: FEATURES,
    data,
    columns: NONE,
    getRowId: rowKey,
    ...(ticks && selectionBy(ticks)),
  })
  if (list.data === undefined) return list.error ? <ProblemAlert error={list.error} /> : <Loading />
  if (data.length === 0) return list.data.body.pagination.page === 1 ? empty : <PastTheEnd />
  const pager = { list: list.data, isLong: tools !== undefined, total }
  const ticked = table.getSelectedRowModel().rows.map(({ original }) => original)
  const columns = props.columns.filter(({ header }) => !hidden.includes(header))
  const cells = { table, columns, ticks, hasTicks: (actions ?? ticks) !== undefined }
  return (
    <Stack gap="xs">
      <ProblemAlert error={list.error} />
      {tools !== undefined && (
        <Group justify="space-between" gap="xs" className="not-printed">
          <Group gap="xs">
            {ticked.length > 0 && <Text>{ticked.length} selected</Text>}
            {ticked.length > 0 && actions?.(ticked, () => table.resetRowSelection(true))}
            {tools}
            <TableSettings label={label} columns={props.columns} />
          </Group>
          <Pager {...pager} isTop />
        </Group>
      )}
      <div className="records" data-busy={list.isPlaceholderData || undefined}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll a wide table */}
        <section className="records-scroll" tabIndex={0} aria-label={`${label}, scrolled`}>
          <table
            className="record-table"
            data-dense={isDense || undefined}
            aria-label={label}
            aria-busy={list.isPlaceholderData}
          >
            <Head {...cells} />
            <Body {...cells} />
          </table>
        </section>
      </div>
      <Pager {...pager} />
    </Stack>
  )
}

interface CellsProps<Row extends RowData> {
  readonly table: Table<typeof FEATURES, Row>
  readonly columns: readonly Column<Row>[]
  readonly hasTicks: boolean
  readonly ticks: TableProps<Row>['ticks']
}

/** A click on a header sorts the list by it: the newest or the most first. */
function Head<Row extends RowData>({ table, columns, hasTicks }: CellsProps<Row>) {
  const { sort: sorted = '-createdAt' }: { sort?: string } = useSearch({ strict: false })
  const change = useChangeSearch()
  const isAll = table.getIsAllPageRowsSelected()
  return (
    <thead>
      <tr>
        {hasTicks && (
          <th className="tick">
            <Checkbox
              size="md"
              aria-label="Select all on this page"
              checked={isAll}
              indeterminate={!isAll && table.getIsSomePageRowsSelected()}
              onChange={table.getToggleAllPageRowsSelectedHandler()}
            />
          </th>
        )}
        {columns.map(({ header, isRight, sort }) => {
          const [isUp, isDown] = [sorted === sort, sorted === `-${sort}`]
          const Icon = isUp ? ArrowUp : isDown ? ArrowDown : ArrowUpDown
          const order = isUp ? 'ascending' : isDown ? 'descending' : 'none'
          return (
            <th
              key={header}
              scope="col"
              data-right={isRight}
              aria-sort={sort === undefined ? undefined : order}
            >
              {sort === undefined ? (
                header
              ) : (
                <UnstyledButton
                  onClick={() => change({ sort: isDown ? sort : `-${sort}` })}
                  fz="sm"
                  fw="inherit"
                  mih={24}
                  className="nowrap"
                >
                  {header} <Icon size={12} aria-hidden="true" />
                </UnstyledButton>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

function Body<Row extends RowData>({ table, columns, hasTicks, ticks }: CellsProps<Row>) {
  const body = useRowKeys<HTMLTableSectionElement>()
  return (
    <tbody ref={body}>
      {table.getRowModel().rows.map((row) => (
        <tr
          key={row.id}
          onClick={ticks ? (event) => isOnControl(event) || row.toggleSelected() : openRow}
          onAuxClick={ticks ? undefined : openRow}
        >
          {hasTicks && (
            <td className="tick">
              {row.getCanSelect() && (
                <Checkbox
                  size="md"
                  aria-label={`Select ${ticks?.nameOf(row.original) ?? row.id}`}
                  checked={row.getIsSelected()}
                  onClick={row.getToggleSelectedHandler()}
                  readOnly
                />
              )}
            </td>
          )}
          {columns.map(({ header, cell, isRight }) => (
            <td key={header} data-label={header} data-right={isRight} className="record-cell">
              {cell(row.original)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

/** Rows that are all known, as a list of one page. */
export function listOf<Row>(rows: readonly Row[]): TableProps<Row>['list'] {
  const body = { data: rows, pagination: { page: 1 } }
  return { data: { body, links: {} }, error: null, isPlaceholderData: false }
}

function idOf(row: unknown): string {
  return (row as { readonly id: string }).id
}

function selectionBy<Row>({ ids, set, mayTick = () => true }: Ticks<Row>) {
  const rowSelection: RowSelectionState = Object.fromEntries([...ids].map((id) => [id, true]))
  return {
    enableRowSelection: ({ original }: { readonly original: Row }) => mayTick(original),
    state: { rowSelection },
    onRowSelectionChange: (update: Updater<RowSelectionState>) =>
      set(Object.keys(functionalUpdate(update, rowSelection))),
  }
}

/** Whether the click is for something within the row, or ends the selection of a text. */
function isOnControl({ target }: MouseEvent): boolean {
  const isOther = (target as Element).closest('a, button, input, label, summary, pre') !== null
  return isOther || window.getSelection()?.isCollapsed === false
}

/** A click anywhere on a row follows the link of its first cell, as the same click on it would. */
function openRow(event: MouseEvent<HTMLTableRowElement>): void {
  const { currentTarget } = event
  const link = currentTarget.querySelector<HTMLAnchorElement>('td:not(.tick) a')
  const isOfFirst = link?.closest('td') === currentTarget.querySelector('td:not(.tick)')
  if (link === null || isOnControl(event) || !isOfFirst || event.button > 1) return
  if (event.button === 1 || event.ctrlKey || event.metaKey) window.open(link.href, '_blank')
  else link.click()
}
