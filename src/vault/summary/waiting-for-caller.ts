import { currentPolicy } from '../../access/organizations/organization-policy.ts'
import { isSamePerson, type TokenHolder } from '../../access/tokens/access-token.ts'
import { TOKEN_HOLDER_COLUMNS, TOKEN_HOLDERS } from '../../access/tokens/token-powers.ts'
import { inOrganization } from '../../database/changes/organization-transaction.ts'
import { rowsOf } from '../../database/changes/row-of.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import type { Caller } from '../../domain/caller.ts'
import { responseMaker } from '../../domain/fields.ts'
import type { Permission } from '../../domain/permissions.ts'
import type { WaitingGroup, WaitingRecords } from './waiting.store.ts'
import {
  PENDING_REVALUATION,
  PENDING_TRANSFER,
  SUMMARY_LISTED_MAX,
  WAITING_SHIPMENT,
} from './waiting.ts'

const APPROVING = [
  'transfer_batches:approve',
  'outbound_shipments:approve',
  'revaluations:approve',
] as const

const VIEWS = {
  transfers: responseMaker(PENDING_TRANSFER),
  expiringTransfers: responseMaker(PENDING_TRANSFER),
  shipments: responseMaker(WAITING_SHIPMENT),
  heldShipments: responseMaker(WAITING_SHIPMENT),
  revaluations: responseMaker(PENDING_REVALUATION),
}

type Kind = keyof typeof VIEWS

export type WaitingForCaller = Awaited<ReturnType<typeof waitingFor>>

const sum = (groups: readonly { readonly count: number }[]) =>
  groups.reduce((total, { count }) => total + count, 0)

/** The records that wait, as the caller may see and approve them. */
export async function waitingFor(
  caller: Caller,
  database: Pick<RequestDatabase, 'run'>,
  records: WaitingRecords,
) {
  const { permissions } = caller
  const mayApprove = await approvable(caller, database, records)
  const hidden = {
    ...(!permissions.has('inventory_items:read') && { declaredValueCents: null }),
    ...(!permissions.has('fbo_accounts:read') && { destinationExposure: null }),
  }
  const list = <K extends Kind>(kind: K, groups: readonly WaitingGroup[], may: boolean) => {
    const toView = VIEWS[kind] as (row: object) => ReturnType<(typeof VIEWS)[K]>
    return groups
      .flatMap((group) =>
        group.first.map((row) => ({ ...row, mayApprove: may && mayApprove(group) })),
      )
      .sort((one, other) => +one.orderedAt - +other.orderedAt || (one.id < other.id ? -1 : 1))
      .slice(0, SUMMARY_LISTED_MAX)
      .map((row) => toView({ ...row, ...hidden }))
  }
  return {
    all: <K extends Kind>(kind: K, permission?: Permission) => {
      const may = permission !== undefined && permissions.has(permission)
      return { count: sum(records[kind]), listed: list(kind, records[kind], may) }
    },
    awaiting: <K extends Kind>(kind: K, permission: Permission) => {
      const may = permissions.has(permission)
      const mine = may ? records[kind].filter(mayApprove) : []
      const oldest = list(kind, may ? mine : records[kind], may)
      return { count: sum(records[kind]), awaitingMe: sum(mine), oldest }
    },
  }
}

/** The people and machines that these tokens belong to. */
export const tokenHolders = rowsOf<TokenHolder, [ids: readonly string[]]>(`
  select ${TOKEN_HOLDER_COLUMNS}
  from ${TOKEN_HOLDERS}
  where organization_id = $1 and id = any($2::text[])`)

/** Whether four eyes let the caller approve records of a group, which it did not approve before. */
async function approvable(
  caller: Caller,
  database: Pick<RequestDatabase, 'run'>,
  records: WaitingRecords,
): Promise<(group: WaitingGroup) => boolean> {
  const { organizationId, permissions } = caller
  const groups = Object.values(records).flat()
  const mayApproveAny = APPROVING.some((permission) => permissions.has(permission))
  if (!mayApproveAny || groups.length === 0) return () => false
  const tokenId = caller.tokenId as string
  const acted = groups.flatMap(({ authorIds, approverIds }) => [...authorIds, ...approverIds])
  const [{ fourEyes }, holders] = await database.run(caller, (sql) =>
    inOrganization(sql, organizationId, async (tx) => {
      const ids = [...new Set([...acted, tokenId])]
      const found = await Promise.all([currentPolicy(tx), tokenHolders(tx, ids)])
      return { end: 'commit', value: found }
    }),
  )
  const self = holders.find(({ id }) => id === tokenId)
  const own = new Set(holders.filter((one) => isSamePerson(one, self)).map(({ id }) => id))
  return ({ authorIds, approverIds }) =>
    !(fourEyes && authorIds.some((id) => own.has(id))) && !approverIds.some((id) => own.has(id))
}
