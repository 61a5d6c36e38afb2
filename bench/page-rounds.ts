import { BIG_ACCOUNT, COMMON_STATUS, RARE_STATUS } from './fill-shipments.ts'
import { Connection } from './measure/connection.ts'
import { organizationId } from './measure/dataset.ts'
import { grouped, median, quantile, spread } from './measure/statistics.ts'

const LIMIT = 25
/** Place in the list, as a share of its pages; 0 is page 1. */
const DEPTHS = [0, 0.01, 0.5, 0.999]

const FILTERS: readonly [name: string, query: string][] = [
  ['none', ''],
  ['status, common', `&status=${COMMON_STATUS}`],
  ['status, rare', `&status=${RARE_STATUS}`],
  ['account', `&fboAccountId=${BIG_ACCOUNT}`],
  ['account and status, common', `&fboAccountId=${BIG_ACCOUNT}&status=${COMMON_STATUS}`],
  ['account and status, rare', `&fboAccountId=${BIG_ACCOUNT}&status=${RARE_STATUS}`],
  ['cancelled', '&cancelled=true'],
]

/** The columns of the table that {@link measurePages} prints. */
const HEAD = [
  'Filter',
  'Shipments',
  'Page',
  'ms, median (rounds)',
  'p95',
  'against page 1 (rounds)',
]

interface PageResponse {
  readonly data: readonly { readonly organizationId: string }[]
  readonly pagination: { readonly hasMore: boolean }
}

type ReadPage = (page: number, query: string) => Promise<PageResponse>

/**
 * Prints a table: each page over HTTP, one request at a time, in rounds that take every page in
 * turn. A request reads the page before the last one, so that none is read twice.
 */
export async function measurePages(
  { url, token }: { url: string; token: string },
  { rounds, requests }: { rounds: number; requests: number },
): Promise<void> {
  const connection = await Connection.open(url)
  const read: ReadPage = (page, query) =>
    readPage(connection, token, `/v1/outbound-shipments?page=${page}&limit=${LIMIT}${query}`)
  print(HEAD)
  print(HEAD.map(() => '---'))
  for (const [name, query] of FILTERS) {
    const pages = await countPages((page) => read(page, query))
    const depths = DEPTHS.map((share) => Math.max(1, Math.floor(pages * share)))
    const found = depths.map((): number[][] => [])
    for (let round = 0; round <= rounds; round += 1) {
      for (const values of found) values[round] = []
      for (let number = 0; number < requests; number += 1) {
        for (const [index, page] of depths.entries()) {
          // Page 1 is always the same page; the others have neighbours.
          const near = page === 1 ? 1 : Math.max(2, page - (round * requests + number))
          const sentAt = performance.now()
          const { data } = await read(near, query)
          found[index]?.[round]?.push(performance.now() - sentAt)
          if (data.length !== LIMIT) throw new Error(`${name}: page ${near} has ${data.length}`)
        }
      }
    }
    // The first round only warms up.
    const measured = found.map(([_, ...values]) => values)
    const medians = measured.map((values) => values.map(median))
    for (const [index, page] of depths.entries()) {
      const ofRounds = medians[index] ?? []
      const ratios = ofRounds.map((ms, round) => ms / (medians[0]?.[round] ?? 1))
      print([
        name,
        index === 0 ? `about ${grouped(pages * LIMIT, 0)}` : '',
        grouped(page, 0),
        spread(ofRounds, 2),
        grouped(quantile(measured[index]?.flat() ?? [], 0.95), 2),
        index === 0 ? '1' : spread(ratios, 2),
      ])
    }
  }
  connection.close()
}

/** Finds the last page by bisection: `hasMore` is exact at any depth. */
async function countPages(read: (page: number) => Promise<PageResponse>): Promise<number> {
  let [less, more] = [0, 1_000_000_000]
  while (more - less > 1) {
    const middle = Math.floor((less + more) / 2)
    if ((await read(middle)).pagination.hasMore) less = middle
    else more = middle
  }
  return less
}

async function readPage(connection: Connection, token: string, path: string) {
  const headers = `authorization: Bearer ${token}\r\n`
  const { status, body } = await connection.send({ method: 'GET', path, headers })
  if (status !== 200) throw new Error(`${status} ${body}`)
  const page = JSON.parse(body) as PageResponse
  const isOurs = page.data.every(({ organizationId: of }) => of === organizationId(0))
  if (!isOurs) throw new Error(`another organization's shipment: ${body}`)
  return page
}

function print(cells: readonly string[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`)
}
