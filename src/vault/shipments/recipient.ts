import { type Static, Type } from 'typebox'
import {
  NOT_BLANK,
  namedObject,
  nullableText,
  PHONE_FORM,
  storedText,
} from '../../domain/fields.ts'
import { asciiDigits } from '../../domain/folding.ts'
import { COUNTRY_CODE_PATTERN } from '../../domain/iso-codes.ts'
import {
  ADDRESS_TEXT_LENGTH_MAX,
  BUSINESS_NAME_LENGTH_MAX,
  PERSON_NAME_LENGTH_MAX,
  POSTAL_CODE_LENGTH_MAX,
} from '../../domain/limits.ts'

export const RECIPIENT_MEMBERS = {
  name: storedText('Name of the person who receives it.', {
    maxLength: PERSON_NAME_LENGTH_MAX,
    example: 'Ada Lindqvist',
  }),
  company: orNull('Company.', BUSINESS_NAME_LENGTH_MAX, 'Lindqvist Watches AB'),
  line1: storedText('Street and number.', {
    maxLength: ADDRESS_TEXT_LENGTH_MAX,
    example: 'Skeppsbron 14',
  }),
  line2: orNull('Second line of the address.', ADDRESS_TEXT_LENGTH_MAX, 'Floor 3'),
  city: storedText('City.', { maxLength: ADDRESS_TEXT_LENGTH_MAX, example: 'Stockholm' }),
  region: orNull('Region, state or province.', ADDRESS_TEXT_LENGTH_MAX, 'Stockholms län'),
  postalCode: orNull('Postal code.', POSTAL_CODE_LENGTH_MAX, '111 30'),
  countryCode: Type.String({
    title: 'CountryCode',
    description: 'Country: a code of ISO 3166-1 alpha-2 that exists, or XK.',
    pattern: COUNTRY_CODE_PATTERN,
    examples: ['SE'],
    'x-violation-hint': 'Send the two capital letters of a country (ISO 3166-1), such as SE.',
  }),
  phone: nullableText({
    title: 'RecipientPhone',
    description:
      'Phone number: text with at least one digit and no control characters; null if unknown.',
    ...PHONE_FORM,
    examples: ['+46 8 555 012 34'],
    'x-violation-hint': 'Send a number such as +1 206 555 0142 ext. 9, or leave it out.',
  }),
}

const RECIPIENT = namedObject(
  'Recipient',
  'The person and the address that a shipment goes to.',
  RECIPIENT_MEMBERS,
)

const { company, line2, region, postalCode, phone } = RECIPIENT_MEMBERS
const OPTIONAL = Type.Partial(Type.Object({ company, line2, region, postalCode, phone }))

const NEW_RECIPIENT = namedObject(
  'NewRecipient',
  'The person and the address that a shipment goes to. An omitted member is null.',
  { ...RECIPIENT_MEMBERS, ...OPTIONAL.properties },
)

export type Recipient = Static<typeof RECIPIENT>

/** The recipient in a request. It replaces the one before whole; null removes it. */
export const RECIPIENT_TO_SET = Type.Unsafe<Static<typeof NEW_RECIPIENT> | null>({
  ...NEW_RECIPIENT,
  type: ['object', 'null'],
  examples: [
    {
      name: 'Ada Lindqvist',
      line1: 'Skeppsbron 14',
      city: 'Stockholm',
      postalCode: '111 30',
      countryCode: 'SE',
    },
  ],
})

/** The recipient of a shipment in a response. */
export const RECIPIENT_OR_NULL = Type.Unsafe<Recipient | null>({
  ...RECIPIENT,
  type: ['object', 'null'],
  description:
    'The person and the address that the shipment goes to; null if unknown, or erased with the ' +
    'account. Personal data.',
})

/** The recipient of a request with all of its members, in their order. */
export function toRecipient(sent: Static<typeof NEW_RECIPIENT>): Recipient {
  const members = Object.keys(RECIPIENT.properties) as (keyof Recipient)[]
  const whole = Object.fromEntries(members.map((member) => [member, sent[member] ?? null]))
  return { ...(whole as Recipient), phone: sent.phone == null ? null : asciiDigits(sent.phone) }
}

function orNull(description: string, maxLength: number, example: string) {
  return nullableText({
    description: `${description.slice(0, -1)}; null if there is none.`,
    ...NOT_BLANK,
    maxLength,
    examples: [example],
    'x-violation-hint': 'Leave it out where there is none.',
  })
}
