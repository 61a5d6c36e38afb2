import type { ReactNode } from 'react'
import type {
  PendingRevaluation,
  PendingTransfer,
  Summary,
  WaitingShipment,
} from '../api/schema.ts'
import { words } from '../display/format.ts'
import { AppLink, RecordLink, TokenName } from '../display/RecordLink.tsx'
import { Time } from '../display/Time.tsx'
import type { Waiting } from './waiting.ts'

/** A row of the queue. */
export interface Row {
  readonly kind: 'transfer' | 'shipment' | 'revaluation' | 'webhook' | 'token'
  readonly id: string
  readonly why: string
  readonly title: ReactNode
  readonly about: ReactNode
  readonly cents?: string | null | undefined
  readonly mayDecide?: boolean
}

/** A record of any kind, as the summary lists it. */
type Listed = Pick<PendingTransfer, 'id' | 'createdAt' | 'mayApprove'> &
  Partial<PendingTransfer> &
  Partial<WaitingShipment> &
  Partial<PendingRevaluation>

/** A list of the summary, of ten records at most. */
interface Part {
  readonly kind: 'transfer' | 'shipment' | 'revaluation'
  readonly why: string
  readonly records: readonly Listed[]
  /** The number of all, which a page lists. */
  readonly count: number
  readonly to: '/transfers' | '/shipments' | '/revaluations'
  readonly search: Readonly<Record<string, string>>
}

/** The records that the person decides, those on hold, and those that expire. */
function partsOf(figures: Summary): readonly Part[] {
  const { pendingTransfers, pendingShipments, pendingRevaluations, expiringTransfers } = figures
  const why = 'Waits for you'
  const mine = (pending: { oldest: readonly Listed[]; awaitingMe: number } | null) => ({
    why,
    records: pending?.oldest.filter(({ mayApprove }) => mayApprove) ?? [],
    count: pending?.awaitingMe ?? 0,
  })
  const pending = { status: 'pending' }
  return [
    { kind: 'transfer', ...mine(pendingTransfers), to: '/transfers', search: pending },
    {
      kind: 'shipment',
      ...mine(pendingShipments),
      ...{ to: '/shipments', search: { status: 'pending_approval' } },
    },
    { kind: 'revaluation', ...mine(pendingRevaluations), to: '/revaluations', search: pending },
    {
      ...{ kind: 'shipment', why: 'On hold', records: figures.longestHeldShipments ?? [] },
      ...{ count: figures.heldShipments ?? 0, to: '/shipments', search: { held: 'true' } },
    },
    {
      ...{ kind: 'transfer', why: 'Expires soon', records: expiringTransfers?.soonest ?? [] },
      ...{ count: expiringTransfers?.count ?? 0, to: '/transfers', search: pending },
    },
  ]
}

/** Everything that waits, each record once, and the parts that have more than they list. */
export function rowsOf({ figures, failing, ending }: Waiting) {
  const parts = figures === undefined ? [] : partsOf(figures)
  const rows = [
    ...parts.flatMap(({ kind, why, records }) => records.map((one) => rowOf(kind, why, one))),
    ...failing.map(webhookRow),
    ...ending.map(tokenRow),
  ]
  return {
    rows: rows.filter((row, at) => rows.findIndex(({ id }) => id === row.id) === at),
    longer: parts.filter(({ records, count }) => records.length < count),
  }
}

function webhookRow({ id, url }: Waiting['failing'][number]): Row {
  const title = <RecordLink type="webhook" id={id} name={url} />
  return { kind: 'webhook', id, why: 'Failing', title, about: 'Webhook endpoint' }
}

function tokenRow({ id, owner, expiresAt }: Waiting['ending'][number]): Row {
  const title = <AppLink to="/tokens">Access token of {owner ?? 'nobody'}</AppLink>
  return { kind: 'token', id, why: 'Ends soon', title, about: <Time at={expiresAt} /> }
}

function rowOf(kind: Part['kind'], why: string, one: Listed): Row {
  const { id, mayApprove, holdReason, reason, expiresAt } = one
  const note = holdReason ?? reason
  return {
    ...{ kind, id, why, mayDecide: mayApprove, cents: one.toValueCents ?? one.declaredValueCents },
    title: <RecordLink type={kind} id={id} />,
    about: (
      <>
        {words(kind)} · {note && `${note} · `}
        <TokenName id={one.createdByTokenId ?? one.requestedByTokenId ?? null} />,{' '}
        <Time at={one.heldAt ?? one.createdAt} />
        {expiresAt && (
          <>
            {' '}
            · expires <Time at={expiresAt} />
          </>
        )}
      </>
    ),
  }
}
