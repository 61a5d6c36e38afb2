import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { CheckedChains } from '../../history/sealed-log/checked-chains.ts'
import type { EventCheckpoint } from '../../history/sealed-log/event-checkpoint.ts'
import { exportEvents } from '../../history/sealed-log/export-events.ts'
import { checkpointIn, isCheckpoint } from '../../history/sealed-log/export-lines.ts'
import {
  type ExportVerification,
  type FirstBad,
  isPublicJwk,
} from '../../history/sealed-log/export-verification.ts'
import type { PublicJwk } from '../../history/sealed-log/signing-key.ts'
import { makeFirstSigningKey, SigningKeys } from '../../history/sealed-log/signing-keys.ts'
import { verifyExport } from '../../history/sealed-log/verify-export.ts'
import { allOrNothing } from './all-or-nothing.ts'
import {
  CommandFailed,
  JSON_OPTION,
  type OrganizationOptions,
  type OutputOptions,
  print,
  withOrganization,
} from './command.ts'
import { requiredSecrets } from './signing-key.ts'
import { counted, formatBytes, secondsOf } from './text-output.ts'

export function eventsCommand(): Command {
  return new Command('events')
    .description('export the events of an organization, verify an export')
    .addCommand(eventsExportCommand())
    .addCommand(eventsVerifyCommand())
}

function eventsExportCommand(): Command {
  return new Command('export')
    .description('write all events of an organization to one file that proves itself')
    .argument('<file>', 'the file to write; it must not exist yet')
    .requiredOption('--organization <id>', 'the organization of the events (required)')
    .addOption(JSON_OPTION)
    .addHelpText(
      'after',
      '\nThe service may keep running. The file ends with a signed checkpoint over its last event:\n' +
        'vault-inventory events verify shows whether a line was changed since. docs/CUSTODY.md has the\n' +
        'format. It is called FILE.unfinished until it is complete.',
    )
    .action(exportToFile)
}

async function exportToFile(path: string, options: OrganizationOptions): Promise<void> {
  const startedAt = performance.now()
  const secrets = requiredSecrets()
  const written = await withOrganization(options, async (caller, database, signal) => {
    // Elsewhere the operator decides when there is a key.
    if (database.kind === 'embedded') await makeFirstSigningKey(database, secrets)
    const signingKeys = new SigningKeys(database, secrets)
    // A contradiction ends the command with a sentence of its own.
    const observer = { contradicted: () => undefined, signed: () => undefined }
    const chains = new CheckedChains(signingKeys, observer)
    const keys = () => signingKeys.published()
    return await allOrNothing(
      { name: 'export', nothing: 'no file was written' },
      { options, signal },
      (progress) => exportEvents(caller, database, { path, chains, keys, signal, progress }),
    )
  })
  const durationMs = Math.round(performance.now() - startedAt)
  const { events, checkpoints, closing, fileBytes } = written
  const document = { file: path, events, checkpoints, checkpoint: closing, fileBytes, durationMs }
  print(options, document, () => {
    const content = `${counted(events, 'event')} and ${counted(checkpoints, 'checkpoint')}`
    const size = `${formatBytes(fileBytes)} in ${secondsOf(durationMs)}`
    return (
      `${path} holds ${content}: ${size}. Keep its last line elsewhere, too: it shows if the newest ` +
      'events are removed.'
    )
  })
}

interface VerifyOptions extends OutputOptions {
  readonly key?: string
  readonly checkpoint?: string
}

export function eventsVerifyCommand(): Command {
  return new Command('verify')
    .description('check that an export of events is unaltered, and how far it goes')
    .argument('<file>', 'a file that events export wrote')
    .option('--key <file>', "the vault's public keys, from /.well-known/vault-keys.json")
    .option('--checkpoint <file>', 'a checkpoint that you kept elsewhere, or a statement with one')
    .addOption(JSON_OPTION)
    .addHelpText(
      'after',
      '\nIt needs no database and no network. The exit status is 1 if an event was altered, removed,\n' +
        'inserted or reordered, or an approval does not prove itself by the passkey that the policy\n' +
        'asked for; it names the first one. Without --key it takes the keys of the file:\n' +
        'then anybody can have written the file. Without --checkpoint, a shorter export of the same\n' +
        'vault is complete, too.',
    )
    .action(verify)
}

async function verify(path: string, options: VerifyOptions): Promise<void> {
  const startedAt = performance.now()
  const keys = options.key === undefined ? undefined : readKeys(options.key)
  const kept = options.checkpoint === undefined ? undefined : readCheckpoints(options.checkpoint)
  const found = await verifyExport(path, { keys, kept }).catch((error: Error) => {
    throw new CommandFailed(
      'code' in error ? `${path} cannot be read: ${error.message}.` : error.message,
    )
  })
  const durationMs = Math.round(performance.now() - startedAt)
  const isValid = found.firstBad === null && found.badProof === null
  const document = { file: path, isValid, ...found, durationMs }
  if (!isValid) throw new CommandFailed(failureText(path, found), document)
  print(options, document, () =>
    successText(path, found, { isKept: kept !== undefined, durationMs }),
  )
}

function failureText(path: string, found: ExportVerification): string {
  const { firstBad, badProof } = found
  const log = firstBad === null ? `${path} is as it was sealed.` : chainText(path, firstBad, found)
  if (badProof === null) return log
  const { sequence, id, line, kind, detail } = badProof
  return (
    `${log} The first approval that does not prove itself is event ${sequence} (${id}, line ` +
    `${line}): ${kind}; ${detail}.`
  )
}

function chainText(path: string, firstBad: FirstBad, { provenUpTo }: ExportVerification): string {
  const { kind, sequence, upTo, id, line, detail } = firstBad
  const where = line === null ? 'at its end' : `line ${line}`
  const which = kind === 'checkpoint' ? 'The first unproven event' : 'The first that does not fit'
  const what = kind === 'checkpoint' ? '' : `${kind}; `
  const proven =
    provenUpTo === 0 ? 'No event is proven' : `Events up to ${provenUpTo} are as they were signed`
  const from = provenUpTo + 1
  const bad = from < upTo ? `between ${from} and ${upTo}` : `${upTo}`
  return (
    `${path} is not what was sealed. ${which} is ${sequence} (${id}, ${where}): ${what}${detail}. ` +
    `${proven}; the first bad event is ${bad}.`
  )
}

function successText(
  path: string,
  found: ExportVerification,
  { isKept, durationMs }: { readonly isKept: boolean; readonly durationMs: number },
): string {
  const { events, checkpoints, lastCheckpoint, keysFrom, organizationId, proofs, wipes } = found
  const content = `${counted(events, 'event')} of ${organizationId}`
  const signed = `${counted(checkpoints, 'checkpoint')}, the last of ${lastCheckpoint?.at}`
  const proof = proofs === 0 ? signed : `${signed}, and ${counted(proofs, 'proof')} of approvals`
  const origin =
    keysFrom === 'given'
      ? ''
      : '\nThe keys are those of the file itself: nothing was changed since it was written, but ' +
        "anybody can have written it. Pass the vault's keys with --key."
  const end = isKept
    ? ''
    : `\nIt is complete up to the checkpoint of ${lastCheckpoint?.at}; newer events can be missing ` +
      'unless you compare with a checkpoint that you kept (--checkpoint).'
  const test =
    wipes === 0
      ? ''
      : `\nAll its records were deleted ${counted(wipes, 'time')}, as only those of a test organization are.`
  const took = secondsOf(durationMs)
  return `${path} is unaltered: ${content}, ${proof} (${took}).${test}${end}${origin}`
}

/** A JWK set, or one JWK. @throws {CommandFailed} */
function readKeys(path: string): PublicJwk[] {
  const document = readJson(path) as { keys?: PublicJwk[] } & PublicJwk
  const keys = Array.isArray(document?.keys) ? document.keys : [document]
  if (keys.length > 0 && keys.every(isPublicJwk)) return keys
  throw new CommandFailed(
    `${path} holds no Ed25519 keys as JSON Web Keys: save /.well-known/vault-keys.json as a file.`,
  )
}

/** A checkpoint, a response or a statement that holds one, or several. @throws {CommandFailed} */
function readCheckpoints(path: string): EventCheckpoint[] {
  const document = readJson(path, checkpointIn) as { data?: { checkpoint?: unknown } } | undefined
  const found = [document?.data?.checkpoint ?? document?.data ?? document].flat() as unknown[]
  if (found.length > 0 && found.every(isCheckpoint)) return found as EventCheckpoint[]
  throw new CommandFailed(
    `${path} holds no checkpoint: save the last line of an export, or a response of ` +
      '/v1/event-checkpoints, as a file, or name a statement.',
  )
}

/** @param otherwise reads a file that is no JSON */
function readJson(path: string, otherwise?: (file: Buffer) => unknown): unknown {
  let file: Buffer | undefined
  try {
    file = readFileSync(path)
    return JSON.parse(file.toString())
  } catch (error) {
    if (file !== undefined && otherwise !== undefined) return otherwise(file)
    throw new CommandFailed(`${path} cannot be read as JSON: ${(error as Error).message}.`)
  }
}
