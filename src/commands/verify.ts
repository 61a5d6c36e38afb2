import { Command } from 'commander'
import { listOrganizations } from '../organizations/list-organizations.store.ts'
import { VERIFICATION_CHECKS } from '../verification/verification-checks.ts'
import { type Verification, verifyVault } from '../verification/verify-vault.ts'
import {
  CommandFailed,
  type OutputOptions,
  print,
  requireOrganization,
  table,
  withDatabase,
} from './command.ts'

interface VerifyOptions extends OutputOptions {
  readonly organization?: string
}

/** `verify`: whether the books agree with themselves. */
export function verifyCommand(): Command {
  return new Command('verify')
    .description('check that every item, transfer and shipment agrees with the movement log')
    .option('--organization <id>', 'only this organization')
    .option('--json', 'print one JSON document')
    .addHelpText('after', `\n${checksHelp()}`)
    .action(verify)
}

async function verify(options: VerifyOptions): Promise<void> {
  const startedAt = performance.now()
  const { organizations, found } = await withDatabase(async (database, signal) => {
    const { organization } = options
    if (organization !== undefined) await requireOrganization(database, organization)
    const ids =
      organization === undefined
        ? (await listOrganizations(database)).map(({ id }) => id)
        : [organization]
    return { organizations: ids.length, found: await verifyVault(database, ids, signal) }
  })
  const durationMs = Math.round(performance.now() - startedAt)
  const { violations, totals } = found
  const document = {
    organizations,
    ...found.counts,
    checks: VERIFICATION_CHECKS.length,
    durationMs,
    violations,
    violationsTotal: [...totals.values()].reduce((sum, total) => sum + total, 0),
    violationsByCheck: Object.fromEntries(totals),
  }
  const looked = `${countsForPeople(organizations, found)} (${(durationMs / 1000).toFixed(1)} s)`
  if (document.violationsTotal > 0) {
    throw new CommandFailed(violationsForPeople(found, document.violationsTotal, looked), document)
  }
  print(options, document, () => `Nothing is wrong: ${looked}.`)
}

function countsForPeople(organizations: number, { counts }: Verification): string {
  const { items, movements, transfers, shipments } = counts
  return [
    count(organizations, 'organization'),
    count(items, 'item'),
    count(movements, 'movement'),
    count(transfers, 'transfer'),
    count(shipments, 'shipment'),
  ].join(', ')
}

function violationsForPeople(
  { violations, totals }: Verification,
  total: number,
  looked: string,
): string {
  const rows = violations.map((violation) => [
    violation.check,
    violation.organizationId,
    violation.record,
    violation.wrong,
  ])
  const unlisted = [...totals].flatMap(([check, all]) => {
    const more = all - violations.filter((violation) => violation.check === check).length
    return more === 0 ? [] : [`\n... and ${more.toLocaleString('en')} more of ${check}.`]
  })
  const heading = ['CHECK', 'ORGANIZATION', 'RECORD', 'WHAT IS WRONG']
  return `${count(total, 'violation')} in ${looked}.\n\n${table(heading, rows)}${unlisted.join('')}`
}

function count(number: number, recordType: string): string {
  return `${number.toLocaleString('en')} ${recordType}${number === 1 ? '' : 's'}`
}

function checksHelp(): string {
  const rows = VERIFICATION_CHECKS.map(({ name, explanation }) => [name, explanation])
  return `It reads one moment of the vault and changes nothing; the service may run. The exit status is 1\nwhere something is wrong.\n\n${table(['CHECK', 'WHAT HOLDS'], rows)}`
}
