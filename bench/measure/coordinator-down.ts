import { setTimeout as pause } from 'node:timers/promises'
import type { ClaimCluster } from './claim-cluster.ts'
import type { ClaimRequests } from './claim-requests.ts'
import type { ClaimedOrganization } from './claimed-organization.ts'

const TURN_MS = 3_000
/** Every replica refuses a revoked token within a second. */
const REVOKED_MS = 1_100

interface UnusedToken {
  readonly id: string
  readonly token: string
  readonly organization: ClaimedOrganization
}

/** Tokens for that many minutes, which no service has seen. */
export async function issueUnused(
  organizations: readonly ClaimedOrganization[],
  minutes: number,
): Promise<UnusedToken[]> {
  const count = Math.ceil((minutes * 60_000) / TURN_MS)
  const unused: UnusedToken[] = []
  for (let made = 0; made < count; made += 1) {
    const organization = organizations[made % organizations.length] as ClaimedOrganization
    unused.push({ ...(await organization.issueToken('Cleo')), organization })
  }
  return unused
}

/**
 * Uses each token for the first time, revokes it, uses it again on each service, and asks for a new
 * one, which the coordinator would have to make.
 */
export async function useTokens(
  { services }: ClaimCluster,
  requests: ClaimRequests,
  { unused, isOver }: { unused: UnusedToken[]; isOver: () => boolean },
): Promise<void> {
  for (let next = unused.pop(); next !== undefined && !isOver(); next = unused.pop()) {
    const begun = performance.now()
    const { id, token, organization } = next
    const path = `fbo-accounts/${organization.accounts[0]}`
    const expect = async (
      operation: string,
      status: number,
      [asked, by, body, url]: readonly [string, string, (object | undefined)?, string?],
    ) => {
      const sent = { operation, organizationId: organization.id, path: asked, token: by }
      const request = { ...sent, ...(body && { body }) }
      const response = await requests.once(request, undefined, url)
      // A service that is killed meanwhile gives none.
      if (response === undefined || response.status === status) return
      requests.violate(`${operation}: not ${status}`, JSON.stringify(response))
    }
    const { manager } = organization
    await expect('First use of a token', 200, [path, token])
    await expect('Revoke Access Token', 200, [`access-tokens/${id}/revoke`, manager, {}])
    await pause(REVOKED_MS)
    for (const { url } of services) {
      await expect('Use of a revoked token', 401, [path, token, undefined, url])
    }
    await requests.once({
      operation: 'Issue Access Token',
      organizationId: organization.id,
      path: 'access-tokens',
      token: manager,
      needsCoordinator: true,
      body: { permissions: ['fbo_accounts:read'], owner: 'Cleo' },
    })
    await pause(Math.max(0, TURN_MS - (performance.now() - begun)))
  }
}
