import type { ReactNode } from 'react'
import type { Summary } from '../api/schema.ts'
import { useName } from '../display/names.ts'
import { AppLink, RecordLink, shortId, TokenName } from '../display/RecordLink.tsx'
import { Time } from '../display/Time.tsx'
import type { Decidable } from './decisions.ts'

/** A row of the queue. */
export interface Row {
  readonly kind: Decidable['kind'] | 'webhook' | 'token'
  readonly id: string
  readonly why: string
  readonly title: ReactNode
  readonly about: ReactNode
  readonly cents: string | null
  readonly mayDecide: boolean
}

type Listed<Name extends 'pendingTransfers' | 'pendingShipments' | 'pendingRevaluations'> =
  NonNullable<Summary[Name]>['oldest'][number]

/** The records of the summary that the person decides, then those on hold and those that expire. */
export function rowsOf(figures: Summary): readonly Row[] {
  const { pendingTransfers, pendingShipments, pendingRevaluations } = figures
  const mine = [
    ...(pendingTransfers?.oldest ?? []).map((one) => transferRow(one, 'Waits for you')),
    ...(pendingShipments?.oldest ?? []).map((one) => shipmentRow(one, 'Waits for you')),
    ...(pendingRevaluations?.oldest ?? []).map(revaluationRow),
  ].filter(({ mayDecide }) => mayDecide)
  const known = new Set(mine.map(({ id }) => id))
  return [
    ...mine,
    ...(figures.longestHeldShipments ?? []).map((one) => shipmentRow(one, 'On hold')),
    ...(figures.expiringTransfers?.soonest ?? [])
      .filter(({ id }) => !known.has(id))
      .map((one) => transferRow(one, 'Expires soon')),
  ]
}

function transferRow(one: Listed<'pendingTransfers'>, why: string): Row {
  const { id, totalItems, fromFboAccountId: from, toFboAccountId: to, expiresAt } = one
  return {
    kind: 'transfer',
    ...{ id, why, mayDecide: one.mayApprove, cents: one.declaredValueCents },
    title: <RecordTitle kind="transfer" id={id} totalItems={totalItems} from={from} to={to} />,
    about: (
      <>
        <Asked by={one.createdByTokenId} at={one.createdAt} />
        {expiresAt !== null && (
          <>
            {' '}
            · expires <Time at={expiresAt} />
          </>
        )}
      </>
    ),
  }
}

function shipmentRow(one: Listed<'pendingShipments'>, why: string): Row {
  const { id, totalItems, fboAccountId, holdReason } = one
  return {
    kind: 'shipment',
    ...{ id, why, mayDecide: one.mayApprove, cents: one.declaredValueCents },
    title: <RecordTitle kind="shipment" id={id} totalItems={totalItems} from={fboAccountId} />,
    about: (
      <>
        {holdReason !== null && `${holdReason} · `}
        <Asked by={one.createdByTokenId} at={one.heldAt ?? one.createdAt} />
      </>
    ),
  }
}

function revaluationRow(one: Listed<'pendingRevaluations'>): Row {
  const { id, totalItems, toValueCents } = one
  return {
    kind: 'revaluation',
    ...{ id, why: 'Waits for you', mayDecide: one.mayApprove, cents: toValueCents },
    title: <RecordTitle kind="revaluation" id={id} totalItems={totalItems} />,
    about: (
      <>
        {one.reason} · <Asked by={one.requestedByTokenId} at={one.createdAt} />
      </>
    ),
  }
}

export function webhookRow({ id, url }: { readonly id: string; readonly url: string }): Row {
  return {
    ...{ kind: 'webhook', id, why: 'Failing', mayDecide: false, cents: null },
    title: <RecordLink type="webhook" id={id} name={url} />,
    about: 'Webhook endpoint',
  }
}

export function tokenRow(token: { id: string; owner: string | null; expiresAt: string }): Row {
  return {
    ...{ kind: 'token', id: token.id, why: 'Ends soon', mayDecide: false, cents: null },
    title: (
      <AppLink to="/tokens" fz="sm">
        Access token of {token.owner ?? 'nobody'}
      </AppLink>
    ),
    about: (
      <>
        ends <Time at={token.expiresAt} />
      </>
    ),
  }
}

function Asked({ by, at }: { readonly by: string | null; readonly at: string }) {
  return (
    <>
      <TokenName id={by} />, <Time at={at} />
    </>
  )
}

interface TitleProps {
  readonly kind: Decidable['kind']
  readonly id: string
  readonly totalItems: number
  readonly from?: string
  readonly to?: string
}

function RecordTitle({ kind, id, totalItems, from, to }: TitleProps) {
  const names = [useName('fbo_account', from ?? null), useName('fbo_account', to ?? null)]
  const [source, target] = [from, to].map((one, at) => one && (names[at] ?? shortId(one)))
  const items = totalItems === 1 ? '1 item' : `${totalItems.toLocaleString()} items`
  const words = {
    transfer: `${items}, ${source} to ${target}`,
    shipment: `Shipment of ${items} of ${source}`,
    revaluation: `New value of ${items}`,
  }
  return <RecordLink type={kind} id={id} name={words[kind]} />
}
