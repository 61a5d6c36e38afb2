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
