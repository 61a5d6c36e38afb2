import type { FboAccountRow } from '../../fbo-accounts/fbo-account.ts'
import type { Random } from './random.ts'

export type Contact = Pick<
  FboAccountRow,
  'firstName' | 'lastName' | 'email' | 'phone' | 'businessName'
>

/** The holder of an account: four persons to one business. */
export function generateContact(random: Random): Contact {
  return random.chance(0.2) ? business(random) : person(random)
}

function person(random: Random): Contact {
  const [firstName, lastName] = [random.pick(FIRST_NAMES), random.pick(LAST_NAMES)]
  const mailbox = `${ascii(firstName)}.${ascii(lastName)}${random.whole(1, 99)}`
  return {
    firstName,
    lastName,
    email: random.chance(0.05) ? null : `${mailbox}@example.${random.pick(['com', 'net', 'org'])}`,
    phone: random.chance(0.15) ? null : generatePhone(random),
    businessName: null,
  }
}

function business(random: Random): Contact {
  const founder = random.pick(LAST_NAMES)
  const hasContact = random.chance(0.6)
  return {
    firstName: hasContact ? random.pick(FIRST_NAMES) : null,
    lastName: hasContact ? random.pick(LAST_NAMES) : null,
    email: `office@${ascii(founder)}-${random.whole(2, 99)}.example`,
    phone: random.chance(0.1) ? null : generatePhone(random),
    businessName: `${founder} ${random.pick(TRADES)} ${random.pick(LEGAL_FORMS)}`,
  }
}

/** Regulators keep these ranges free for fiction, so nobody's phone rings. */
export function generatePhone(random: Random): string {
  const free = random.pick(['+1 206 555 01##', '+44 20 7946 0###', '+46 8 465 004 ##'])
  return free.replaceAll('#', () => String(random.whole(0, 9)))
}

function ascii(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll('ø', 'o')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
}

const TRADES = ['Watches', 'Numismatics', 'Card Vault', 'Bullion', 'Estate Services', 'Auctions']
const LEGAL_FORMS = ['LLC', 'Inc.', 'Ltd', 'AB', 'GmbH', '& Co.', 'Partners']

const FIRST_NAMES = (
  'Ada Amara Anders Anika Beatriz Camille Carlos Chloë Daniel Deepa Elena Emeka Farah Fiona ' +
  'Gabriel Hana Hugo Imani Ingrid Jamal Joana Kaito Lars Leila Liam Lucía Maya Mei Miguel Nadia ' +
  'Nils Noor Olga Owen Priya Rafael Renée Rosa Samuel Søren Tara Tomás Uma Wei Yusuf Zofia'
).split(' ')

const LAST_NAMES = (
  'Abara Alvarez Andersson Bauer Beaumont Bianchi Brandt Chen Choi Costa Dahl Dubois Eriksen ' +
  'Farouk Ferreira Fitzgerald Gupta Hartmann Hayashi Holloway Ibrahim Iyer Jansen Kaya Kowalski ' +
  "Laurent Lindqvist Lopez Mbeki Moreau Nakamura Nguyen Novák O'Brien Okafor Park Petrov Rahman " +
  'Reyes Rossi Schäfer Silva Sørensen Tanaka Thompson Ueda Varga Weiss Yilmaz Zhou'
).split(' ')
