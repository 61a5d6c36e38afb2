import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'
import type {
  PendingRevaluation,
  PendingTransfer,
  Summary,
  WaitingShipment,
} from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { words } from '../display/format.ts'
import { AppLink, RecordLink, TokenName } from '../display/RecordLink.tsx'
import { Time } from '../display/Time.tsx'
import type { Waiting } from './waiting.ts'

type Kind = 'transfer' | 'shipment' | 'revaluation'

export const VERBS = ['approve', 'reject'] as const
export type Verb = (typeof VERBS)[number]

export interface Row {
  readonly kind?: Kind
  readonly id: string
  readonly why: string
  readonly title: ReactNode
  readonly about: ReactNode
  readonly cents?: string | null | undefined
  /** Facts that an approver should not miss. */
  readonly risks?: readonly string[]
  /** The decisions that the person may make. */
  readonly verbs?: readonly Verb[]
}

type Listed = Pick<PendingTransfer, 'id' | 'createdAt' | 'mayApprove'> &
  Partial<PendingTransfer & WaitingShipment & PendingRevaluation>

/** A list of the summary, of ten records at most, and the page that lists them all. */
function part(kind: Kind, why: string, search: object, records: Records, count = 0) {
  return { kind, why, search, records: records ?? [], count, to: `/${kind}s` as const }
}
type Records = readonly Listed[] | null | undefined

function mine(
  kind: Kind,
  status: string,
  pending: { readonly oldest: readonly Listed[]; readonly awaitingMe: number } | null,
) {
  const records = pending?.oldest.filter(({ mayApprove }) => mayApprove)
  return part(kind, 'Waits for you', { status }, records, pending?.awaitingMe)
}

function partsOf(figures: Summary) {
  const { expiringTransfers: expiring, longestHeldShipments, heldShipments } = figures
  return [
    mine('transfer', 'pending', figures.pendingTransfers),
    mine('shipment', 'pending_approval', figures.pendingShipments),
    mine('revaluation', 'pending', figures.pendingRevaluations),
    part('shipment', 'On hold', { held: 'true' }, longestHeldShipments, heldShipments ?? 0),
    part('transfer', 'Expires soon', { status: 'pending' }, expiring?.soonest, expiring?.count),
  ]
}

/** Everything that waits, each record once, and the parts that have more than they list. */
export function rowsOf({ figures, failing, ending, decided }: Waiting) {
  const parts = figures === undefined ? [] : partsOf(figures)
  const rows: Row[] = [
    ...parts.flatMap(({ kind, why, records }) => records.map((one) => rowOf(kind, why, one))),
    ...failing.map(({ id, url }) => ({
      id,
      why: 'Failing',
      title: <RecordLink type="webhook" id={id} name={url} />,
      about: 'Webhook endpoint',
    })),
    ...ending.map(({ id, owner, expiresAt }) => ({
      id,
      why: 'Ends soon',
      title: <AppLink to="/tokens">Access token of {owner ?? 'nobody'}</AppLink>,
      about: <Time at={expiresAt} />,
    })),
  ]
  return {
    rows: rows.filter(
      ({ id }, at) => rows.findIndex((row) => row.id === id) === at && !decided.has(id),
    ),
    longer: parts.filter(({ records, count }) => records.length < count),
  }
}

function rowOf(kind: Kind, why: string, one: Listed): Row {
  const { id, mayApprove, holdReason, reason, expiresAt } = one
  const note = holdReason ?? reason
  return {
    kind,
    id,
    why,
    // A shipment is not rejected: its page leads it back to packing.
    verbs: mayApprove ? VERBS.slice(0, kind === 'shipment' ? 1 : 2) : [],
    cents: one.toValueCents ?? one.declaredValueCents,
    risks: risksOf(kind, one),
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

const countries = new Intl.DisplayNames(undefined, { type: 'region', fallback: 'code' })

/** Warnings of the record's page, and where a shipment goes. */
function risksOf(kind: Kind, one: Listed): readonly string[] {
  const { destinationExposure: exposure, fromValueCents: from, toValueCents: to } = one
  const { countryCode: country, insuredValueCents: insured } = one
  return [
    exposure?.isOverMaximum &&
      `Over the insured maximum: ${percent(exposure.exposureCents, exposure.maxInsuredValueCents)}`,
    from &&
      to &&
      `${money(from)} → ${money(to)}: ${percent(`${BigInt(to) - BigInt(from)}`, from, 'always')}`,
    kind === 'shipment' && (country ? `To ${countries.of(country)}` : 'No recipient'),
    insured && `Insured for ${money(insured)}`,
  ].filter((risk) => typeof risk === 'string')
}

/** A part of a whole; of nothing, that it is of nothing. */
function percent(part: string, whole: string, signDisplay: 'auto' | 'always' = 'auto'): string {
  if (BigInt(whole) === 0n) return `of ${money('0')}`
  const format = new Intl.NumberFormat(undefined, { style: 'percent', signDisplay })
  return format.format(Number(part) / Number(whole))
}

export function Risks({ of = [] }: { readonly of: Row['risks'] }) {
  return of.map((risk) => (
    <Badge key={risk} color="orange" variant="light" tt="none" mr={4}>
      {risk}
    </Badge>
  ))
}
