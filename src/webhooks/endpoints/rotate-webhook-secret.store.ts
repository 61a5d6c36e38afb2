import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'

const ROTATE = `
  update webhook_endpoints
  set encrypted_secret = $3, previous_encrypted_secret = $4, previous_secret_ends_at = $5
  where organization_id = $1 and id = $2`

/** The secrets of an endpoint, encrypted. */
export interface RotatedSecrets {
  readonly id: string
  readonly encryptedSecret: string
  /** Null if the previous one ends at once. */
  readonly previousEncryptedSecret: string | null
  readonly previousSecretEndsAt: Date | null
}

/** Stores the secrets of a locked endpoint. */
export function writeSecrets(tx: OrganizationTransaction, secrets: RotatedSecrets): void {
  const { id, encryptedSecret, previousEncryptedSecret, previousSecretEndsAt } = secrets
  const endsAt = previousSecretEndsAt?.toISOString() ?? null
  void tx.run(ROTATE, [id, encryptedSecret, previousEncryptedSecret, endsAt])
}
