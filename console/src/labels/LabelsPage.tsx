import { Alert, Box, Button, Checkbox, Group, NativeSelect, NumberInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { InventoryItem } from '../api/schema.ts'
import { type FoundItem, readCodes } from '../choosing-items/find-item.ts'
import { ScanItems } from '../choosing-items/ScanItems.tsx'
import { EmptyState, Loading, Page } from '../display/Page.tsx'
import { Label } from './Label.tsx'
import './printed.css'
import { SHEETS, type SheetName } from './sheets.ts'
import { useItems } from './use-items.ts'

const LABELS_MAX = 200
const route = getRouteApi('/labels')

/** Labels of the items in the URL, on sheets as they are printed. */
export function LabelsPage() {
  const ids = [...new Set(readCodes(route.useSearch().items ?? ''))]
  const isTooMany = ids.length > LABELS_MAX
  const { items, faults, isReading } = useItems(isTooMany ? [] : ids)
  const problems = isTooMany
    ? [
        `${ids.length.toLocaleString()} items are chosen. At most ${LABELS_MAX} are printed at once.`,
      ]
    : faults
  return (
    <Page
      title="Labels"
      permission="inventory_items:read"
      actions={
        <Button disabled={items.length === 0 || isReading} onClick={() => window.print()}>
          Print
        </Button>
      }
    >
      <Choices />
      {problems.map((problem) => (
        <Alert key={problem} color="red" title="Not printed">
          {problem}
        </Alert>
      ))}
      {ids.length === 0 && <EmptyState title="No items are chosen">Scan an item.</EmptyState>}
      {isReading ? <Loading /> : <Sheets items={items} />}
    </Page>
  )
}

/** The chosen sheet, and its first label that is not used up. */
function useSheet() {
  const search = route.useSearch()
  const size = search.size !== undefined && search.size in SHEETS ? search.size : 'a4x24'
  const sheet = SHEETS[size as SheetName]
  const start = Math.min(Math.max(1, Math.trunc(Number(search.start)) || 1), sheet.perPage)
  return { size, start, ...sheet }
}

function Choices() {
  const { qr } = route.useSearch()
  const navigate = route.useNavigate()
  const { size, start, perPage } = useSheet()
  const change = (search: object) =>
    navigate({ search: (before) => ({ ...before, ...search }), replace: true })
  const add = ({ id }: FoundItem) =>
    navigate({
      search: ({ items, ...other }) => ({ ...other, items: items ? `${items},${id}` : id }),
    })
  return (
    <Group align="flex-start">
      <ScanItems add={add} />
      <NativeSelect
        label="Paper"
        description="In the printer."
        data={Object.entries(SHEETS).map(([value, { name }]) => ({ value, label: name }))}
        value={size}
        onChange={({ currentTarget }) => change({ size: currentTarget.value })}
      />
      <NumberInput
        label="First label"
        description="On a sheet that is used in part."
        min={1}
        max={perPage}
        clampBehavior="strict"
        allowDecimal={false}
        value={start}
        onChange={(value) => change({ start: String(value) })}
      />
      <Checkbox
        mt="xl"
        label="QR codes are links to the items"
        checked={qr === 'link'}
        onChange={({ currentTarget }) => change({ qr: currentTarget.checked ? 'link' : undefined })}
      />
    </Group>
  )
}

/** The pages of the print. */
function Sheets({ items }: { readonly items: readonly InventoryItem[] }) {
  const isLink = route.useSearch().qr === 'link'
  const { size, start, perPage, labelMm } = useSheet()
  const labels = [
    ...[...Array(start - 1).keys()].map((place) => <div key={place} />),
    ...items.map((item) => <Label key={item.id} item={item} widthMm={labelMm} isLink={isLink} />),
  ]
  const pages = items.length === 0 ? 0 : Math.ceil(labels.length / perPage)
  return (
    <Box className="sheets" component="section" tabIndex={0} aria-label="Preview">
      {[...Array(pages).keys()].map((page) => (
        <div key={page} className={`printed sheet is-${size}`}>
          {labels.slice(page * perPage, (page + 1) * perPage)}
        </div>
      ))}
    </Box>
  )
}
