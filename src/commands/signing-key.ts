import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { inTransaction } from '../database/postgres/transaction.ts'
import { newSigningKey, type SigningKeyRow, toJwk } from '../sealed-log/signing-key.ts'
import {
  insertSigningKey,
  listSigningKeys,
  replaceSigningKey,
} from '../sealed-log/signing-keys.store.ts'
import { openSecrets, SECRETS_KEY_MISSING, type Secrets } from '../secrets/secrets.ts'
import { CommandFailed, JSON_OPTION, type OutputOptions, print, withDatabase } from './command.ts'
import { table } from './text-output.ts'

/** `signing-key create`, `signing-key list`, `signing-key rotate`. */
export function signingKeyCommand(): Command {
  const command = new Command('signing-key').description(
    'manage the keys that sign checkpoints of the sealed log',
  )
  command
    .command('create')
    .description("make the vault's first key")
    .addOption(JSON_OPTION)
    .action(create)
  command
    .command('list')
    .description('list all keys, newest first')
    .addOption(JSON_OPTION)
    .action(list)
  command
    .command('rotate')
    .description('make a new key, which signs from now on; the old one stays published')
    .addOption(JSON_OPTION)
    .addHelpText(
      'after',
      '\nServices sign with the new key within a minute. Give it to those who verify exports; they\n' +
        'need the old one for older checkpoints.',
    )
    .action(rotate)
  return command
}

async function create(options: OutputOptions): Promise<void> {
  const secrets = requiredSecrets()
  const key = await withDatabase(async (database) => {
    const made = newSigningKey(secrets)
    return (await insertSigningKey(database, made)) ? made : undefined
  })
  if (key === undefined) {
    throw new CommandFailed(
      'The vault has a key that signs: vault-inventory signing-key rotate replaces it.',
    )
  }
  print(options, toJwk(key), () => `Key ${key.id} signs from now on: ${publicKeyOf(key)}`)
}

async function rotate(options: OutputOptions): Promise<void> {
  const secrets = requiredSecrets()
  const { key, retired } = await withDatabase(async ({ sql }) => {
    const made = newSigningKey(secrets)
    const before = await inTransaction(sql, (tx) => replaceSigningKey(tx, made))
    return { key: made, retired: before }
  })
  print(options, { ...toJwk(key), retired: retired ?? null }, () => {
    const before = retired === undefined ? '' : ` ${retired} is retired, and still verifies.`
    return `Key ${key.id} signs from now on: ${publicKeyOf(key)}.${before}`
  })
}

async function list(options: OutputOptions): Promise<void> {
  const keys = await withDatabase(listSigningKeys)
  const document = keys.map((key) => ({
    ...toJwk(key),
    createdAt: key.createdAt.toISOString(),
    retiredAt: key.retiredAt?.toISOString() ?? null,
  }))
  print(options, { keys: document }, () =>
    keys.length === 0
      ? 'No key yet: vault-inventory signing-key create'
      : table(
          ['ID', 'PUBLIC KEY', 'CREATED', 'RETIRED'],
          document.map(({ kid, x, createdAt, retiredAt }) => [kid, x, createdAt, retiredAt ?? '-']),
        ),
  )
}

function publicKeyOf(key: Pick<SigningKeyRow, 'id' | 'publicKey'>): string {
  return toJwk(key).x
}

/** @throws {CommandFailed} where the vault has none */
export function requiredSecrets(): Secrets {
  const secrets = openSecrets(readConfig())
  if (secrets === null) throw new CommandFailed(SECRETS_KEY_MISSING)
  return secrets
}
