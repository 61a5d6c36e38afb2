import type { FboAccountRow } from '../fbo-accounts/fbo-account.ts'
import type { Organization } from '../organizations/organization.ts'
import { DAY_MS, type Random } from './random.ts'

const OLDEST_ACCOUNT_DAYS = 1_090
const NEWEST_ACCOUNT_DAYS = 2

/**
 * Accounts of persons and businesses, oldest first. The first is the organization's primary one;
 * what each may hold at most is left at 0 for the caller, who knows what it holds.
 */
export function generateAccounts(
  organization: Organization,
  count: number,
  { random, now }: { random: Random; now: Date },
): FboAccountRow[] {
  const ages = Array.from({ length: count - 1 }, () => {
    const days = NEWEST_ACCOUNT_DAYS + random.next() * (OLDEST_ACCOUNT_DAYS - NEWEST_ACCOUNT_DAYS)
    return days * DAY_MS
  }).sort((a, b) => b - a)
  const members = (createdAt: Date) => ({
    organizationId: organization.id,
    id: random.id('fbo', createdAt),
    maxInsuredValueCents: '0',
    isPrimary: false,
    createdAt,
    version: 1,
  })
  const primary = {
    ...members(new Date(organization.createdAt.getTime() + 60_000)),
    firstName: null,
    lastName: null,
    email: 'vault@example.com',
    phone: phoneNumber(random),
    businessName: organization.name,
    isPrimary: true,
  }
  const others = ages.map((age) => ({
    ...members(new Date(now.getTime() - age)),
    ...(random.chance(0.2) ? business(random) : person(random)),
  }))
  return [primary, ...others]
}

type Contact = Pick<FboAccountRow, 'firstName' | 'lastName' | 'email' | 'phone' | 'businessName'>

function person(random: Random): Contact {
  const firstName = random.pick(FIRST_NAMES)
  const lastName = random.pick(LAST_NAMES)
  const mailbox = `${ascii(firstName)}.${ascii(lastName)}${random.whole(1, 99)}`
  return {
    firstName,
    lastName,
    email: random.chance(0.05) ? null : `${mailbox}@example.${random.pick(MAIL_ENDINGS)}`,
    phone: random.chance(0.15) ? null : phoneNumber(random),
    businessName: null,
  }
}

function business(random: Random): Contact {
  const founder = random.pick(LAST_NAMES)
  const businessName = `${founder} ${random.pick(TRADES)} ${random.pick(LEGAL_FORMS)}`
  const hasContact = random.chance(0.6)
  return {
    firstName: hasContact ? random.pick(FIRST_NAMES) : null,
    lastName: hasContact ? random.pick(LAST_NAMES) : null,
    email: `office@${ascii(founder)}-${random.whole(2, 99)}.example`,
    phone: random.chance(0.1) ? null : phoneNumber(random),
    businessName,
  }
}

/** From the ranges that regulators keep free for fiction: nobody's phone rings. */
function phoneNumber(random: Random): string {
  const last = (digits: number) => String(random.whole(0, 10 ** digits - 1)).padStart(digits, '0')
  return random.pick([
    () => `+1 ${random.pick(['206', '312', '415', '617', '713'])} 555 01${last(2)}`,
    () => `+44 20 7946 0${last(3)}`,
    () => `+46 8 465 004 ${last(2)}`,
    () => `+61 2 5550 ${last(4)}`,
  ])()
}

function ascii(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll('ø', 'o')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
}

const MAIL_ENDINGS = ['com', 'net', 'org']
const TRADES = [
  'Watches',
  'Numismatics',
  'Card Vault',
  'Bullion',
  'Collectibles',
  'Estate Services',
  'Auctions',
  'Family Office',
]
const LEGAL_FORMS = ['LLC', 'Inc.', 'Ltd', 'AB', 'GmbH', '& Co.', 'Partners']

const FIRST_NAMES = (
  'Ada Amara Anders Anika Beatriz Benjamin Camille Carlos Chloë Daniel Deepa Elena Elias Emeka ' +
  'Farah Fiona Gabriel Grace Hana Hugo Imani Ingrid Isaac Jamal Joana Jonas Kaito Katarzyna Lars ' +
  'Leila Liam Lucía Magnus Maya Mei Miguel Nadia Naomi Nils Noor Oliver Olga Owen Priya Quentin ' +
  'Rafael Renée Rosa Samuel Sanne Søren Tara Theo Tomás Uma Victor Wei Xenia Yusuf Zofia'
).split(' ')

const LAST_NAMES = (
  'Abara Acheampong Alvarez Andersson Bauer Beaumont Bianchi Brandt Castellano Chen Choi Costa ' +
  'Dahl Delacroix Dubois Eriksen Farouk Ferreira Fitzgerald Fontaine Gupta Hakimi Hartmann Hayashi ' +
  'Holloway Ibrahim Iyer Jansen Kapoor Kaya Kowalski Laurent Lindqvist Lopez Marchetti Mbeki Mendoza ' +
  "Moreau Murphy Nakamura Nguyen Novák O'Brien Okafor Olsen Park Petrov Quispe Rahman Reyes Rossi " +
  'Sandoval Schäfer Silva Sørensen Tanaka Thompson Ueda Vance Varga Weiss Whitfield Yilmaz Zhou'
).split(' ')
