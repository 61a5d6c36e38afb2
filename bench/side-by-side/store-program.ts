import { TokenAuthenticator } from '../../src/access-tokens/authenticate.ts'
import type { LetIn, SettleClaims } from '../../src/caller.ts'
import { readConfig } from '../../src/config.ts'
import { openPool } from '../../src/database/connect.ts'
import type { Database } from '../../src/database/database.ts'
import { Refusal } from '../../src/errors.ts'
import { findFboAccount } from '../../src/fbo-accounts/get-fbo-account.store.ts'
import { updateFboAccount } from '../../src/fbo-accounts/update-fbo-account.store.ts'
import { listOutboundShipments } from '../../src/outbound-shipments/list-outbound-shipments.store.ts'
import { createTransfer } from '../../src/transfers/create-transfer.ts'
import { settleTransfers } from '../../src/transfers/settle-transfers.ts'
import type { Verdict } from './answers.ts'
import { answerParent } from './child-process.ts'
import { type BenchRequest, PAGE_SIZE } from './loads.ts'
import { type RoundOrder, runRound } from './round.ts'

/** A round of the stores alone. */
export interface StoreOrder extends RoundOrder {
  readonly databaseUrl: string
  readonly token: string
}

interface Stores {
  readonly database: Database
  readonly tokens: TokenAuthenticator
}

let stores: Stores | undefined

// The same decisions as over HTTP, the token's look-up with them, by the service's own functions
// and its own pool: what is missing is HTTP, JSON, validation and the log.
answerParent(async (order: StoreOrder) => {
  stores ??= open(order.databaseUrl)
  const { database, tokens } = stores
  const settle = settleTransfers(database, (error) => {
    throw error
  })
  const answer = async (request: BenchRequest): Promise<Verdict> => {
    try {
      const letIn = await tokens.authenticate(order.token, '127.0.0.1')
      if (letIn === null) return { unexpected: 'the token is not known' }
      return await decide(letIn, database, settle, request)
    } catch (error) {
      const refused = request.operation === 'createTransfer' && request.refused
      const code = error instanceof Refusal ? error.code : (error as Error).message
      return refused && code === 'item_not_in_vault' ? 'refused' : { unexpected: code }
    }
  }
  return await runRound({ answer, close: async () => undefined }, order)
})

function open(databaseUrl: string): Stores {
  const database = openPool(readConfig(), databaseUrl, { applicationName: 'bench stores' })
  return { database, tokens: new TokenAuthenticator(database) }
}

async function decide(
  { caller }: LetIn,
  database: Database,
  settle: SettleClaims,
  request: BenchRequest,
): Promise<Verdict> {
  switch (request.operation) {
    case 'getFboAccount': {
      const found = await findFboAccount(caller, database, request.fboAccountId)
      return holds(found?.account.id === request.fboAccountId)
    }
    case 'updateFboAccount': {
      const { fboAccountId, changes } = request
      const row = await updateFboAccount(caller, database, {
        id: fboAccountId,
        ifMatch: undefined,
        changes,
      })
      return holds(row?.id === fboAccountId && row.email === changes.email)
    }
    case 'listOutboundShipments': {
      const { page, status } = request
      const filters = status === undefined ? {} : { status }
      const found = await listOutboundShipments(caller, database, {
        page,
        limit: PAGE_SIZE,
        ...filters,
      })
      const right = found.rows.every((row) => row.status === (status ?? row.status))
      return holds(right && found.hasMore && found.rows.length === PAGE_SIZE)
    }
    case 'createTransfer': {
      const transfer = { ...request.transfer, idempotencyKey: null }
      const batch = await createTransfer(caller, database, settle, transfer)
      return holds(!request.refused && batch.totalItems === request.transfer.items.length)
    }
  }
}

function holds(right: boolean): Verdict {
  return right ? 'answered' : { unexpected: 'another result' }
}
