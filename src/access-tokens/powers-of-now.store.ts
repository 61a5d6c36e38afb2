import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import type { Permission } from '../domain/permissions.ts'
import { TOKEN_POWERS_COLUMNS, TOKENS_WITH_POWERS } from './token-columns.store.ts'
import { permissionsOf, type TokenPowers } from './token-powers.ts'

const POWERS = `
  select token.id, ${TOKEN_POWERS_COLUMNS}
  from ${TOKENS_WITH_POWERS}
  where token.organization_id = $1 and token.id = any($2::text[])`

/** The permissions of these tokens, by their ids, as they are when the statement runs. */
export async function findPermissions(
  tx: OrganizationTransaction,
  tokenIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<Permission>>> {
  const tokens = await tx.run<TokenPowers & { readonly id: string }>(POWERS, [[...tokenIds]])
  return new Map(tokens.map((token) => [token.id, new Set(permissionsOf(token))]))
}
