export const INFO = {
  title: 'Vault Inventory Service',
  version: '1.0.0',
  summary: 'FBO accounts, transfers between them and outbound shipments of the items in a vault.',
  description:
    'A vault keeps unique items for organizations. An organization holds its items in FBO accounts ' +
    '("for the benefit of" someone). Transfer batches move items between its accounts. Outbound ' +
    'shipments send items back to their owners.\n\n' +
    'Every success is JSON with the result in `data`: one object, or a list with `pagination`. Every ' +
    'refusal is a problem (RFC 9457). Its `code` never changes, and its `errors` name each violation ' +
    'with a pointer into the request. After a 4xx, nothing was changed. After a 500 or 503, a change ' +
    'may have been made unless `detail` says otherwise.\n\n' +
    'Text lengths count Unicode code points. Text has neither U+0000 nor unpaired surrogates; amounts ' +
    "are whole numbers in the minor unit of the organization's currency (ISO 4217), whatever the " +
    'name of the member: 1250 `Cents` are 12.50 USD, 1250 JPY and 1.250 KWD. They are at most ' +
    '9223372036854775807. Dates and times that you send are of the years 1000 ' +
    'to 9999, with an offset of less than 16 hours and no second 60.',
  contact: { name: 'The operator of this service' },
  license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
}

/** Groups of operations: the name, the description, and the first segments of their paths. */
const GROUPS: readonly (readonly [name: string, description: string, ...paths: string[]])[] = [
  ['Transfers', 'Moves of items from one FBO account to another.', 'transfers'],
  ['FBO accounts', 'Accounts that hold items, with contact details.', 'fbo-accounts'],
  ['Inventory items', 'The unique items that the vault keeps.', 'inventory-items'],
  ['Revaluations', 'New declared values that a second person must approve.', 'revaluations'],
  ['Outbound shipments', 'Items on their way back to their owners.', 'outbound-shipments'],
  ['Imports', 'Records from CSV files.', 'imports'],
  [
    'Organization policy',
    'Rules that an organization sets for its transfers and shipments.',
    'organization-policy',
  ],
  [
    'Webhooks',
    'Endpoints of yours that events are sent to, and what became of each.',
    'webhook-endpoints',
  ],
  [
    'Events',
    'Every change of records, in order, and the seals over it.',
    'events',
    'event-checkpoints',
  ],
  ['People', 'Who works with the vault, and what they may do.', 'people'],
  ['Access tokens', 'Credentials of clients, and their permissions.', 'access-tokens', 'caller'],
  [
    'Identity provider',
    'The OpenID Connect provider that people sign in with.',
    'identity-provider',
  ],
  ['Roles', 'Named sets of permissions, built-in and own.', 'roles'],
  ['Corrections', 'What was put right in records.', 'corrections'],
  ['Approvals', 'What people would approve, to be signed.', 'approvals'],
  ['Passkeys', 'Keys with which people sign their approvals.', 'passkeys'],
  ['Sandbox', 'The clock of test organizations.', 'sandbox'],
  ['Summary', 'Figures of the whole organization.', 'summary'],
  ['Search', 'Records found by what people know of them.', 'search'],
]

export const TAGS = GROUPS.map(([name, description]) => ({ name, description }))

/** The group of a path, such as `/v1/transfers/{id}`. @throws {Error} if there is none */
export function tagOf(path: string): string {
  const group = GROUPS.find(([, , ...paths]) => paths.includes(path.split('/')[2] as string))
  if (group === undefined) throw new Error(`openapi-texts.ts has no group for ${path}`)
  return group[0]
}

/** `Get FBO Account` for `getFboAccount`. */
export function titleOf(operationId: string): string {
  const words = operationId
    .replaceAll(/[A-Z]/g, ' $&')
    .replace('Fbo', 'FBO')
    .replace(' To ', ' to ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
