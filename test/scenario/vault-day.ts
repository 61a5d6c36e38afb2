import { PERMISSIONS } from '../../src/domain/permissions.ts'
import { check, DayBook, DayFailed, type ServingVault } from './day-book.ts'
import { putRight } from './day-of-corrections.ts'
import { holdAndWithdraw, sendOut } from './day-of-shipments.ts'
import { decideTransfers } from './day-of-transfers.ts'

const ITEMS = 500
const ACCOUNTS = [
  ['house', { businessName: 'The House', maxInsuredValueCents: '1000000000', isPrimary: true }],
  ['ada', { firstName: 'Ada', lastName: 'Lindqvist', maxInsuredValueCents: '50000000' }],
  ['bo', { firstName: 'Bo', lastName: 'Ek', maxInsuredValueCents: '50000000' }],
] as const

/**
 * A day in a vault, from its opening to the books' closing.
 * @throws {DayFailed} where something is not as it should be
 */
export async function liveOneDay(
  vault: ServingVault,
  report: (line: string) => void,
): Promise<void> {
  const day = new DayBook(vault, report)
  await firstToken(day)
  await issueTokens(day)
  await openAccounts(day)
  const itemIds = await takeIn(day)
  await decideTransfers(day, itemIds)
  await sendOut(day, itemIds)
  await holdAndWithdraw(day, itemIds)
  await putRight(day, itemIds)
  await closeBooks(day, report)
}

async function firstToken(day: DayBook): Promise<void> {
  const organization = await day.command([
    'organization',
    'create',
    '--name',
    'Vault of a day',
    '--json',
  ])
  if (organization.code !== 0) throw new DayFailed(organization.stdout + organization.stderr)
  const grant = ['--organization', organization.document.id, '--permissions', PERMISSIONS.join(',')]
  const token = await day.command(['token', 'create', ...grant, '--json'])
  if (token.code !== 0) throw new DayFailed(token.stdout + token.stderr)
  day.tokens.set('keeper', token.document.token)
}

/** The operator may do everything, the approver all but manage tokens, the integrator little. */
async function issueTokens(day: DayBook): Promise<void> {
  await day.step('tokens for operator, approver and integrator', async () => {
    const daily = PERMISSIONS.filter((name) => name !== 'access_tokens:manage')
    const grants = {
      operator: { owner: 'Olga Operator', permissions: [...daily, 'access_tokens:manage'] },
      approver: { owner: 'Anton Approver', permissions: daily },
      integrator: {
        owner: 'The shop',
        permissions: ['transfer_batches:create', 'transfer_batches:read', 'inventory_items:read'],
        expiresInDays: 30,
      },
    }
    for (const [who, grant] of Object.entries(grants)) {
      const { body } = await day.ask('keeper', ['POST', '/v1/access-tokens', grant], [201])
      day.tokens.set(who, body.data.token)
    }
    // Without an owner it acts for the token that issued it.
    const second = await day.ask(
      'operator',
      ['POST', '/v1/access-tokens', { permissions: daily }],
      [201],
    )
    day.tokens.set('operator, second token', second.body.data.token)
    const more = { permissions: ['access_tokens:manage'] }
    const lacking = [403, 'insufficient_permission'] as const
    await day.ask('integrator', ['POST', '/v1/access-tokens', more], lacking)
  })
}

async function openAccounts(day: DayBook): Promise<void> {
  await day.step('three accounts; a second primary one is refused', async () => {
    for (const [name, account] of ACCOUNTS) {
      const { body } = await day.ask('operator', ['POST', '/v1/fbo-accounts', account], [201])
      day.accounts.set(name, body.data.id)
    }
    const second = ['POST', '/v1/fbo-accounts', { isPrimary: true }] as const
    await day.ask('operator', second, [409, 'primary_account_exists'])
    const listed = await day.list('/v1/fbo-accounts')
    check(listed.length, ACCOUNTS.length, 'accounts listed')
  })
}

/** All into the house's account, each worth 1,000 and a little more. */
async function takeIn(day: DayBook): Promise<string[]> {
  let ids: string[] = []
  await day.step(`${ITEMS} items come in, one alone and the rest together`, async () => {
    const fboAccountId = day.accounts.get('house')
    const items = Array.from({ length: ITEMS }, (_, index) => ({
      fboAccountId,
      description: `Watch no. ${index + 1}`,
      declaredValueCents: `${100_000 + index}`,
      identifiers: [{ scheme: 'serial', value: `DW ${String(index + 1).padStart(5, '0')}` }],
    }))
    const alone = await day.ask('operator', ['POST', '/v1/inventory-items', items[0]], [201])
    const together = { items: items.slice(1) }
    const rest = await day.ask('operator', ['POST', '/v1/inventory-items', together], [201])
    ids = [alone.body.data, ...rest.body.data].map(({ id }: { id: string }) => id)
    check(new Set(ids).size, ITEMS, 'different ids')
  })
  return ids
}

async function closeBooks(day: DayBook, report: (line: string) => void): Promise<void> {
  const verify = await day.command(['verify', '--json'])
  const { items, movements, violationsTotal } = verify.document
  check([verify.code, violationsTotal], [0, 0], `verify: ${verify.stdout}${verify.stderr}`)
  report(`\nverify: nothing is wrong with ${items} items and ${movements} movements.`)
  const compared = await day.readBack()
  report(`holdings as of each step: ${compared} lists are what they were.`)
}
