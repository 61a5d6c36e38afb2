import { Alert, Box, Button, Checkbox, Group, NativeSelect, NumberInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { BASE_PATH } from '../api/base-path.ts'
import type { InventoryItem } from '../api/schema.ts'
import { readCodes } from '../choosing-items/find-item.ts'
import { ScanItems } from '../choosing-items/ScanItems.tsx'
import { words } from '../display/format.ts'
import { useName } from '../display/names.ts'
import { EmptyState, Loading, Page } from '../display/Page.tsx'
import { useItems } from '../display/use-items.ts'
import { Bars, Qr } from './barcodes.tsx'
import './printed.css'

const LABELS_MAX = 200
const PADDING_MM = 2

/** Sheets of labels, and rolls, by their names in the URL: `printed.css` has their measures. */
const SHEETS = {
  a4x24: { name: 'A4, 3 × 8 labels of 70 × 37 mm', perPage: 24, labelMm: 70 },
  l7163: { name: 'A4, 2 × 7 labels of 99.1 × 38.1 mm (L7163)', perPage: 14, labelMm: 99.1 },
  avery5160: { name: 'US Letter, 3 × 10 labels of 2⅝ × 1 in (5160)', perPage: 30, labelMm: 66.675 },
  roll62: { name: 'Roll, 62 × 29 mm', perPage: 1, labelMm: 62 },
  roll4x2: { name: 'Roll, 4 × 2 in', perPage: 1, labelMm: 101.6 },
} as const

const route = getRouteApi('/labels')

export function LabelsPage() {
  const ids = [...new Set(readCodes(route.useSearch().items ?? ''))]
  const isTooMany = ids.length > LABELS_MAX
  const { items, faults, isReading } = useItems(isTooMany ? [] : ids)
  const tooMany = `${ids.length.toLocaleString()} items are chosen. At most ${LABELS_MAX} are printed at once.`
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
      {(isTooMany ? [tooMany] : faults).map((problem) => (
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
  const sheet = SHEETS[size as keyof typeof SHEETS]
  const start = Math.min(Math.max(1, Math.trunc(Number(search.start)) || 1), sheet.perPage)
  return { size, start, isLink: search.qr === 'link', ...sheet }
}

function Choices() {
  const navigate = route.useNavigate()
  const { size, start, isLink, perPage } = useSheet()
  const change = (search: object) =>
    navigate({ search: (before) => ({ ...before, ...search }), replace: true })
  return (
    <Group align="flex-start">
      <ScanItems
        add={({ id }) =>
          navigate({
            search: ({ items, ...other }) => ({ ...other, items: items ? `${items},${id}` : id }),
          })
        }
      />
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
        checked={isLink}
        onChange={({ currentTarget }) => change({ qr: currentTarget.checked ? 'link' : undefined })}
      />
    </Group>
  )
}

function Sheets({ items }: { readonly items: readonly InventoryItem[] }) {
  const { size, start, perPage } = useSheet()
  const labels = [
    ...[...Array(start - 1).keys()].map((place) => <div key={place} />),
    ...items.map((item) => <Label key={item.id} item={item} />),
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

/** The label of an item. Where its Code 128 has no space, the QR code stands alone. */
function Label({ item }: { readonly item: InventoryItem }) {
  const { id, fboAccountId, description, identifiers } = item
  const { isLink, labelMm } = useSheet()
  const account = useName('fbo_account', fboAccountId)
  // Code 128 has no other characters.
  const identifier = identifiers.find(({ value }) => /^[\x20-\x7e]+$/.test(value))
  return (
    <article className="label" aria-label={`Label of ${description ?? id}`}>
      <div className="label-qr">
        <Qr text={isLink ? `${location.origin}${BASE_PATH}/console/items/${id}` : id} />
      </div>
      <div className="label-text">
        <b>{description ?? 'No description'}</b>
        {identifier && <span>{`${words(identifier.scheme)} ${identifier.value}`}</span>}
        <span>{account}</span>
      </div>
      <Bars text={identifier?.value ?? id} placeMm={labelMm - 2 * PADDING_MM} />
      <code>{id}</code>
    </article>
  )
}
