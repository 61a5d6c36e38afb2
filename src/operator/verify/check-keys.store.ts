import { clientSecretContext } from '../../access/sign-in/identity-provider.ts'
import type { ConnectedDatabase } from '../../database/connect/connect.ts'
import { listSigningKeys } from '../../history/sealed-log/signing-key.ts'
import { isReadable } from '../../history/sealed-log/signing-keys.ts'
import { secretContext } from '../../history/webhooks/endpoints/webhook-endpoint.ts'
import type { Config } from '../../runtime/config/config.ts'
import { hasSecretsKey, openSecrets, SECRETS_KEY_MISSING } from '../../runtime/secrets/secrets.ts'
import { finding, type SetUpFinding } from './check-machine.ts'

/** A secret that the database keeps for a webhook endpoint or an identity provider. */
interface StoredSecret {
  readonly organizationId: string
  readonly id: string
  readonly encryptedSecret: string
}

/** Whether SECRETS_KEY is there and decrypts what this vault stores. It makes no key. */
export async function checkKeys(
  config: Config,
  database: ConnectedDatabase,
): Promise<SetUpFinding[]> {
  const signing = (await listSigningKeys(database)).filter(({ retiredAt }) => retiredAt === null)
  const webhooks = await database.sql.query<StoredSecret[]>(`
    select organization_id, id, encrypted_secret from webhook_endpoints`)
  const providers = await database.sql.query<StoredSecret[]>(`
    select organization_id, encrypted_secret from identity_providers`)
  const stored = signing.length + webhooks.length + providers.length
  const counts = `signing keys: ${signing.length}, webhooks: ${webhooks.length}`
  const what = `what this vault keeps (${counts}, identity providers: ${providers.length})`
  const secrets = hasSecretsKey(config) ? openSecrets(config) : null
  if (secrets === null) return [withoutKey(database.kind, stored > 0 ? what : null)]
  const unreadable = [
    ...signing.filter((key) => !isReadable(key, secrets)),
    ...webhooks.filter(({ organizationId, id, encryptedSecret: text }) => {
      return !secrets.canDecrypt(text, secretContext(organizationId, id))
    }),
    ...providers.filter(({ organizationId, encryptedSecret: text }) => {
      return !secrets.canDecrypt(text, clientSecretContext(organizationId))
    }),
  ]
  if (unreadable.length > 0) {
    const message =
      `SECRETS_KEY does not decrypt ${unreadable.length} of ${what}: add the key that encrypted it, ` +
      'behind a comma.'
    return [finding('keys', 'problem', message)]
  }
  const read = finding('keys', 'ok', `the key decrypts all of ${what}.`)
  return signing.length > 0 ? [read] : [read, withoutSigningKey(database.kind)]
}

function withoutKey(kind: ConnectedDatabase['kind'], what: string | null): SetUpFinding {
  if (what !== null) {
    const where = kind === 'embedded' ? 'DATA_DIR/secrets.key is missing' : 'SECRETS_KEY is not set'
    const message = `${where}, which encrypted ${what}: set SECRETS_KEY to that key.`
    return finding('keys', 'problem', message)
  }
  if (kind === 'embedded')
    return finding('keys', 'ok', 'none yet: they are made when first needed.')
  return finding(
    'keys',
    'warning',
    `${SECRETS_KEY_MISSING} Nothing is signed, and webhooks are refused.`,
  )
}

function withoutSigningKey(kind: ConnectedDatabase['kind']): SetUpFinding {
  if (kind === 'embedded') return finding('keys', 'ok', 'no signing key yet: serve makes one.')
  const message = 'the vault has no key to sign its log: run vault-inventory signing-key create.'
  return finding('keys', 'warning', message)
}
