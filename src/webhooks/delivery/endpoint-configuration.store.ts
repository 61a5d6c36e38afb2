import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'

/** Where an attempt went: what its answer says holds for no other URL. */
export interface EndpointConfiguration {
  readonly url: string
  /** The endpoint's version when it was read. */
  readonly version: number
}

/** An endpoint as it is now. */
export interface CurrentConfiguration extends EndpointConfiguration {
  /** The version that the endpoint had when it was last enabled again; null if it never was. */
  readonly enabledVersion: number | null
}

// Its version also counts rotations and other types, which say nothing about the receiver.
const LAST_ENABLED = `
  select subject_id as id, max((data ->> 'version')::integer) as version
  from events
  where organization_id = $1 and subject_id = any($2::text[])
    and type = 'webhook_endpoint.enabled'
  group by subject_id`

/** The versions in which endpoints were last enabled again, by id. Read it behind their locks. */
export async function lastEnabled(
  tx: OrganizationTransaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.run<{ id: string; version: number }>(LAST_ENABLED, [ids])
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** Whether the endpoint has kept its URL, and was not enabled again since. */
export function isStill(
  { url, version }: EndpointConfiguration,
  current: CurrentConfiguration,
): boolean {
  return url === current.url && (current.enabledVersion ?? 0) <= version
}
