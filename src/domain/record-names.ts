// The names of records, for people.

export interface NamedAccount {
  readonly businessName?: string | null | undefined
  readonly firstName?: string | null | undefined
  readonly lastName?: string | null | undefined
  readonly email?: string | null | undefined
}

export interface NamedItem {
  readonly description?: string | null | undefined
  readonly identifiers?: readonly { readonly value: string }[]
}

/** The first and last name of the person; empty without both. */
export function personName({ firstName, lastName }: NamedAccount): string {
  return [firstName, lastName].filter((name) => name).join(' ')
}

/** The business name, else that of the person, else the email address. */
export function accountName(account: NamedAccount): string | null {
  return account.businessName || personName(account) || account.email || null
}

/** The description and the first identifier. */
export function itemName({ description, identifiers = [] }: NamedItem): string | null {
  return [description, identifiers[0]?.value].filter((text) => text).join(', ') || null
}

/** The number of its items, and its accounts where both have names. */
export function transferName(
  totalItems: number,
  from: string | null | undefined,
  to: string | null | undefined,
): string {
  return from && to ? `${itemCount(totalItems)}, ${from} to ${to}` : itemCount(totalItems)
}

/** The number of its items, and its recipient, else its account. */
export function shipmentName(
  totalItems: number,
  recipient: string | null | undefined,
  account: string | null | undefined,
): string {
  if (recipient) return `${itemCount(totalItems)} to ${recipient}`
  return account ? `${itemCount(totalItems)} of ${account}` : itemCount(totalItems)
}

/** Its first item, and the number of the others. */
export function revaluationName(totalItems: number, first: string | null | undefined): string {
  if (!first) return itemCount(totalItems)
  return totalItems > 1 ? `${first}, and ${itemCount(totalItems - 1)} more` : first
}

function itemCount(count: number): string {
  return count === 1 ? '1 item' : `${count} items`
}
