import { Command } from 'commander'
import { listOrganizations } from '../../access/organizations/organization.ts'
import { readConfig } from '../../runtime/config/config.ts'
import { openSecrets } from '../../runtime/secrets/secrets.ts'
import { VERIFICATION_CHECKS, type Verification, verifyVault } from '../verify/verify-vault.ts'
import {
  CommandFailed,
  JSON_OPTION,
  noteForMetrics,
  type OutputOptions,
  print,
  requireOrganization,
  withDatabase,
} from './command.ts'
import { counted, secondsOf, table } from './text-output.ts'

interface VerifyOptions extends OutputOptions {
  readonly organization?: string
}

export function verifyCommand(): Command {
  return new Command('verify')
    .description('check that every item, transfer and shipment agrees with the movement log')
    .option('--organization <id>', 'check only this organization')
    .addOption(JSON_OPTION)
    .addHelpText('after', `\n${checksHelp()}`)
    .action(verify)
}

async function verify(options: VerifyOptions): Promise<void> {
  const startedAt = performance.now()
  const secrets = openSecrets(readConfig())
  const { organizations, found } = await withDatabase(async (database, signal) => {
    const { organization } = options
    if (organization !== undefined) await requireOrganization(database, organization)
    const ids =
      organization === undefined
        ? (await listOrganizations(database)).map(({ id }) => id)
        : [organization]
    const at = new Date()
    const found = await verifyVault(database, ids, signal, secrets)
    if (organization === undefined) {
      await noteForMetrics(database.sql, { command: 'verify', at, violations: found.total })
    }
    return { organizations: ids.length, found }
  })
  const durationMs = Math.round(performance.now() - startedAt)
  const { counts, violations, totals, total, signingKeys } = found
  const document = {
    organizations,
    ...counts,
    checks: VERIFICATION_CHECKS.length,
    durationMs,
    violations,
    violationsTotal: total,
    violationsByCheck: Object.fromEntries(totals),
    signingKeys,
  }
  const records = [
    counted(organizations, 'organization'),
    counted(counts.items, 'item'),
    counted(counts.movements, 'movement'),
    counted(counts.transfers, 'transfer'),
    counted(counts.shipments, 'shipment'),
  ]
  const checked = `${records.join(', ')} (${secondsOf(durationMs)})`
  const unchecked =
    signingKeys === 'checked'
      ? ''
      : '\nSECRETS_KEY is not set: whether the signing keys are those of the vault was not checked.'
  if (total > 0) throw new CommandFailed(violationsText(found, checked), document)
  print(options, document, () => `Nothing is wrong: ${checked}.${unchecked}`)
}

function violationsText({ violations, totals, total }: Verification, checked: string): string {
  const rows = violations.map(({ check, organizationId, record, wrong }) => {
    return [check, organizationId ?? '-', record, wrong]
  })
  const unlisted = [...totals].flatMap(([check, all]) => {
    const more = all - violations.filter((violation) => violation.check === check).length
    return more === 0 ? [] : [`\n... and ${more.toLocaleString('en')} more of ${check}.`]
  })
  const heading = ['CHECK', 'ORGANIZATION', 'RECORD', 'WHAT IS WRONG']
  return `${counted(total, 'violation')} in ${checked}.\n\n${table(heading, rows)}${unlisted.join('')}`
}

function checksHelp(): string {
  const rows = VERIFICATION_CHECKS.map(({ name, explanation }) => [name, explanation])
  return (
    'It reads the vault as of one moment and changes no record; the service may keep running. The ' +
    `exit\nstatus is 1 if it finds a violation.\n\n${table(['CHECK', 'RULE'], rows)}`
  )
}
