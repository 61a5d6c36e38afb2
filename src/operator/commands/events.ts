import { Command } from 'commander'
import { CheckedChains } from '../../history/sealed-log/checked-chains.ts'
import { exportEvents } from '../../history/sealed-log/export-events.ts'
import { makeFirstSigningKey, SigningKeys } from '../../history/sealed-log/signing-keys.ts'
import { allOrNothing } from './all-or-nothing.ts'
import { JSON_OPTION, type OrganizationOptions, print, withOrganization } from './command.ts'
import { eventsVerifyCommand } from './events-verify.ts'
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
