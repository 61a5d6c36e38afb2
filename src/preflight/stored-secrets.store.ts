import type { Sql } from 'postgres'

/** A secret that the database keeps for a webhook endpoint or an identity provider. */
export interface StoredSecret {
  readonly organizationId: string
  readonly id: string
  readonly encryptedSecret: string
}

/** For the vault's operator, who stands above the organizations: those of all of them. */
export async function findWebhookSecrets(sql: Sql): Promise<readonly StoredSecret[]> {
  return await sql<StoredSecret[]>`
    select organization_id, id, encrypted_secret from webhook_endpoints`
}

export async function findProviderSecrets(sql: Sql): Promise<readonly StoredSecret[]> {
  return await sql<StoredSecret[]>`
    select organization_id, organization_id as id, encrypted_secret from identity_providers`
}
