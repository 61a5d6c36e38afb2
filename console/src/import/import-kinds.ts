import type { BodyOf } from '../api/request.ts'
import { CENTS_MAX, money } from '../display/amounts.ts'
import type { Permission } from '../session/caller.tsx'

/** What is wrong with a cell; undefined where nothing is. */
type CellRule = (cell: string) => string | undefined

export interface ImportColumn {
  readonly name: string
  readonly rule?: CellRule
  readonly isRequired?: boolean
  /** Why its cells are not sent; undefined where they are. */
  readonly leftOut?: string
}

export type NewAccount = BodyOf<'POST /v1/fbo-accounts'>
export type NewItem = Exclude<BodyOf<'POST /v1/inventory-items'>, { items: unknown }>

export interface ImportKind {
  readonly name: 'accounts' | 'items'
  /** How a sentence names one, and several. */
  readonly singular: string
  readonly plural: string
  readonly permission: Permission
  readonly example: string
  /** Its column of amounts in cents, and what a sum of them is called. */
  readonly amount: { readonly column: string; readonly words: string }
  readonly columns: readonly ImportColumn[]
}

const NO_ID = 'The service makes new ids; the result lists both.'
const NO_TIME = 'The service notes when it creates the record.'

const cents: CellRule = (cell) =>
  /^(0|[1-9][0-9]{0,18})$/.test(cell) && BigInt(cell) <= CENTS_MAX
    ? undefined
    : `must be a whole number of cents, such as 125000 for ${money('125000')}.`

function text(least: number, most: number, form?: RegExp, shouldBe = ''): CellRule {
  return (cell) => {
    const length = [...cell].length
    if (length < least || length > most) {
      return `must have ${least} to ${most} characters, not ${length}.`
    }
    if (cell.includes('\u0000')) return 'must not contain the character U+0000.'
    return form?.test(cell) === false ? shouldBe : undefined
  }
}

function oneOf(...choices: readonly string[]): CellRule {
  return (cell) => (choices.includes(cell) ? undefined : `must be ${choices.join(' or ')}.`)
}

const commandOnly: CellRule = () => 'must be empty: only the command can import it (see below).'

export const ACCOUNTS: ImportKind = {
  name: 'accounts',
  singular: 'account',
  plural: 'accounts',
  permission: 'fbo_accounts:create',
  example: 'firstName,lastName,email,maxInsuredValueCents\nAda,Lindqvist,ada@example.com,25000000',
  amount: { column: 'maxInsuredValueCents', words: 'Insured maxima' },
  columns: [
    { name: 'firstName', rule: text(1, 300) },
    { name: 'lastName', rule: text(1, 300) },
    { name: 'email', rule: text(3, 254, /^[^@]+@[^@]+$/u, 'must be an email address.') },
    {
      name: 'phone',
      rule: text(3, 64, /^\P{Cc}*[0-9]\P{Cc}*$/u, 'must have a digit, and no control characters.'),
    },
    { name: 'businessName', rule: text(1, 500) },
    { name: 'maxInsuredValueCents', rule: cents },
    { name: 'isPrimary', rule: oneOf('true', 'false') },
    { name: 'id', leftOut: NO_ID },
    { name: 'createdAt', leftOut: NO_TIME },
    { name: 'organizationId', leftOut: 'The organization is that of your token.' },
  ],
}

export const ITEMS: ImportKind = {
  name: 'items',
  singular: 'item',
  plural: 'items',
  permission: 'inventory_items:create',
  example: 'fboAccountId,description,declaredValueCents\nfbo_…,"Graded card, mint 9",125000',
  amount: { column: 'declaredValueCents', words: 'Declared values' },
  columns: [
    {
      name: 'fboAccountId',
      isRequired: true,
      rule: text(1, 64, /^[A-Za-z0-9_-]*$/, 'must have letters A-Z a-z, digits, _ and - alone.'),
    },
    { name: 'description', rule: text(1, 500) },
    { name: 'declaredValueCents', rule: cents },
    {
      name: 'status',
      rule: (cell) =>
        cell === 'in_vault'
          ? undefined
          : 'must be empty or in_vault: only the command can import others (see below).',
      leftOut: 'What is taken in is in the vault.',
    },
    { name: 'activeShipmentId', rule: commandOnly, leftOut: 'It must be empty.' },
    { name: 'holdReason', rule: commandOnly, leftOut: 'It must be empty.' },
    { name: 'id', leftOut: NO_ID },
    { name: 'createdAt', leftOut: NO_TIME },
    { name: 'organizationId', leftOut: 'The organization is that of your token.' },
  ],
}

export const KINDS = [ACCOUNTS, ITEMS] as const

/** The record type that a header is probably of; undefined where it is of neither. */
export function kindOf(header: readonly string[]): ImportKind | undefined {
  const names = header.map(plain)
  if (names.includes('shippedat')) return undefined
  if (names.includes('fboaccountid')) return ITEMS
  return ACCOUNTS.columns.some(
    ({ name, leftOut }) => leftOut === undefined && names.includes(plain(name)),
  )
    ? ACCOUNTS
    : undefined
}

/** The column that a cell of the header names: "First name" and first_name are firstName. */
export function columnOf({ columns }: ImportKind, header: string): ImportColumn | undefined {
  return columns.find(({ name }) => plain(name) === plain(header))
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '')
}
