import { Command } from 'commander'
import {
  insertSigningKey,
  listSigningKeys,
  type NewSigningKey,
  newSigningKey,
  replaceSigningKey,
  type SigningKeyRow,
  signerOf,
  toJwk,
} from '../../history/sealed-log/signing-key.ts'
import { knownKeys } from '../../history/sealed-log/signing-keys.ts'
import { readConfig } from '../../runtime/config/config.ts'
import { openSecrets, SECRETS_KEY_MISSING, type Secrets } from '../../runtime/secrets/secrets.ts'
import { CommandFailed, JSON_OPTION, type OutputOptions, print, withDatabase } from './command.ts'
import { counted, table } from './text-output.ts'

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
    .option('--vouch-for <id>', 'a key of yours that SECRETS_KEY does not read: it stays published')
    .addOption(JSON_OPTION)
    .addHelpText(
      'after',
      '\nServices sign with the new key within a minute. Give it to those who verify exports; they\n' +
        'need the old one for older checkpoints. The old key signs the new one, so that events verify\n' +
        'accepts it from those who kept the old one. Without the SECRETS_KEY of the old key it cannot:\n' +
        'add that to SECRETS_KEY. Where it is lost, --vouch-for names the old key, if its id is the one\n' +
        'that you published.',
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

interface RotateOptions extends OutputOptions {
  readonly vouchFor?: string
}

async function rotate(options: RotateOptions): Promise<void> {
  const secrets = requiredSecrets()
  const { key, retired, isOurs } = await withDatabase(async ({ sql }) =>
    sql.begin(async (tx) => {
      let successor: Successor | undefined
      await replaceSigningKey(tx, (keys) => {
        successor = successorOf(keys, secrets, options.vouchFor)
        return successor.key
      })
      return successor as Successor
    }),
  )
  print(options, { ...toJwk(key), retired: retired ?? null }, () => {
    const still = isOurs
      ? 'and still verifies'
      : 'and is not published any more: SECRETS_KEY does not read it'
    const before = retired === undefined ? '' : ` ${retired} is retired, ${still}.`
    return `Key ${key.id} signs from now on: ${publicKeyOf(key)}.${before}`
  })
}

interface Successor {
  readonly key: NewSigningKey
  /** The id of the key that signed until now. */
  readonly retired: string | undefined
  /** Whether that is still a key of the vault. */
  readonly isOurs: boolean
}

/** The key that comes after all of these. @throws {CommandFailed} */
function successorOf(
  keys: readonly SigningKeyRow[],
  secrets: Secrets,
  vouchFor: string | undefined,
): Successor {
  const { ours } = knownKeys(keys, secrets)
  const current = keys.find(({ retiredAt }) => retiredAt === null)
  const retired = current?.id
  if (vouchFor !== undefined) {
    const lost = keys.find(({ id }) => id === vouchFor)
    if (lost === undefined) throw new CommandFailed(`There is no key ${vouchFor}.`)
    const key = newSigningKey(secrets, { key: lost, signer: null })
    return { key, retired, isOurs: lost === current || ours.some(({ id }) => id === retired) }
  }
  if (current === undefined || !ours.includes(current)) {
    return { key: newSigningKey(secrets), retired, isOurs: false }
  }
  const previous = { key: current, signer: signerOf(current, secrets) }
  return { key: newSigningKey(secrets, previous), retired, isOurs: true }
}

async function list(options: OutputOptions): Promise<void> {
  const secrets = requiredSecrets()
  const { ours: keys, foreign } = knownKeys(await withDatabase(listSigningKeys), secrets)
  const document = keys.map((key) => ({
    ...toJwk(key),
    createdAt: key.createdAt.toISOString(),
    retiredAt: key.retiredAt?.toISOString() ?? null,
  }))
  print(options, { keys: document }, () =>
    table(
      ['ID', 'PUBLIC KEY', 'CREATED', 'RETIRED'],
      document.map(({ kid, x, createdAt, retiredAt }) => [kid, x, createdAt, retiredAt ?? '-']),
      'No key yet: vault-inventory signing-key create',
    ),
  )
  if (foreign.length === 0) return
  process.exitCode = 1
  process.stderr.write(
    `${counted(foreign.length, 'row')} of signing_keys cannot be told from keys that somebody else ` +
      'inserted: vault-inventory verify names them.\n',
  )
}

function publicKeyOf(key: Pick<SigningKeyRow, 'id' | 'publicKey'>): string {
  return toJwk(key).x
}

/** @throws {CommandFailed} if the vault has none */
export function requiredSecrets(): Secrets {
  const secrets = openSecrets(readConfig())
  if (secrets === null) throw new CommandFailed(SECRETS_KEY_MISSING)
  return secrets
}
