import { BASE_PATH } from '../api/base-path.ts'
import type { InventoryItem } from '../api/schema.ts'
import { words } from '../display/format.ts'
import { useName } from '../display/names.ts'
import { shortId } from '../display/RecordLink.tsx'
import { Bars, Qr } from './barcodes.tsx'

const PADDING_MM = 2

interface Props {
  readonly item: InventoryItem
  readonly widthMm: number
  readonly isLink: boolean
}

/** The label of an item. Where its Code 128 has no space, the QR code stands alone. */
export function Label({ item, widthMm, isLink }: Props) {
  const { id, fboAccountId, description, identifiers } = item
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
        <span>{[shortId(id), account].filter(Boolean).join(' · ')}</span>
      </div>
      <Bars text={identifier?.value ?? id} placeMm={widthMm - 2 * PADDING_MM} />
    </article>
  )
}
