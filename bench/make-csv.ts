/**
 * Writes a CSV file of synthetic records, for `vault-inventory import`:
 *
 *   npx node bench/make-csv.ts fbo-accounts 10000 > accounts.csv
 *   npx node bench/make-csv.ts outbound-shipments 1000000 > shipments.csv
 *   npx node bench/make-csv.ts inventory-items 1000000 > items.csv
 *
 * The same arguments give the same records, so the three files fit each other: items and shipments
 * are spread over 10,000 accounts, or as many as a third argument says. A fourth is the number of
 * the first record, so that a later file can go on where an earlier one ended.
 */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FILE_KINDS, syntheticCsv } from './numbered-records.ts'

const [name = '', count = '', accounts = '10000', first = '0'] = process.argv.slice(2)
const kind = FILE_KINDS.find((each) => each === name)
const numbersFit = /^\d+$/.test(count) && /^[1-9]\d*$/.test(accounts) && /^\d+$/.test(first)
if (kind === undefined || !numbersFit) {
  process.stderr.write(
    `usage: npx node bench/make-csv.ts ${FILE_KINDS.join('|')} COUNT [ACCOUNTS [FIRST]]\n`,
  )
  process.exit(1)
}

const numbers = { count: Number(count), first: Number(first) }
await pipeline(Readable.from(syntheticCsv(kind, Number(accounts), numbers)), process.stdout)
