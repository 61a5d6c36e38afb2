import { Agent, request } from 'node:http'
import { BIG_ACCOUNT, COMMON_STATUS, RARE_STATUS } from './fill-shipments.ts'
import { organizationId } from './measure/dataset.ts'
import { median } from './measure/statistics.ts'

const LIMIT = 25
/** How far into the list, as a share of its pages; 0 is page 1. */
const DEPTHS = [0, 0.01, 0.5, 0.999]

interface Service {
  readonly url: string
  readonly token: string
}

export interface MeasuredPages {
  readonly rounds: number
  /** Of each page in each round. */
  readonly requests: number
}

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
  'ms, median',
  'rounds',
  'p95',
  'against page 1 (rounds)',
]

/**
 * Prints a table: each page asked for over HTTP, one request at a time, in rounds that take every
 * page in turn. A request asks for a page beside the last one, so that none is asked for twice.
 */
export async function measurePages(
  service: Service,
  { rounds, requests }: MeasuredPages,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = (page: number, query: string) =>
    get(service, agent, `/v1/outbound-shipments?page=${page}&limit=${LIMIT}${query}`)
  print(HEAD)
  print(HEAD.map(() => '---'))
  for (const [name, query] of FILTERS) {
    const pages = await countPages((page) => ask(page, query))
    const depths = DEPTHS.map((share) => Math.max(1, Math.floor(pages * share)))
    const found = depths.map((): number[][] => [])
    for (let round = 0; round <= rounds; round += 1) {
      const latencies = depths.map((): number[] => [])
      for (let number = 0; number < requests; number += 1) {
        for (const [index, page] of depths.entries()) {
          // Page 1 is always the same page; the others have neighbours.
          const near = page === 1 ? 1 : Math.max(2, page - (round * requests + number))
          const sentAt = performance.now()
          const { data } = await ask(near, query)
          latencies[index]?.push(performance.now() - sentAt)
          if (data.length !== LIMIT) throw new Error(`${name}: page ${near} has ${data.length}`)
        }
      }
      // The first round only warms up.
      if (round > 0) for (const [index, values] of latencies.entries()) found[index]?.push(values)
    }
    const medians = found.map((each) => each.map((values) => median(values)))
    for (const [index, page] of depths.entries()) {
      const all = sorted(found[index]?.flat() ?? [])
      const ofRounds = medians[index] ?? []
      const ratios = ofRounds.map((ms, round) => ms / (medians[0]?.[round] ?? 1))
      print([
        name,
        index === 0 ? `about ${(pages * LIMIT).toLocaleString('en')}` : '',
        page.toLocaleString('en'),
        median(all).toFixed(2),
        range(ofRounds),
        quantile(all, 0.95).toFixed(2),
        index === 0 ? '1' : `${median(ratios).toFixed(2)} (${range(ratios)})`,
      ])
    }
  }
  agent.destroy()
}

/** By halves, from the responses alone: what `hasMore` says is exact at any depth. */
async function countPages(
  ask: (page: number) => Promise<{ pagination: { hasMore: boolean } }>,
): Promise<number> {
  let [less, more] = [0, 1_000_000_000]
  while (more - less > 1) {
    const middle = Math.floor((less + more) / 2)
    if ((await ask(middle)).pagination.hasMore) less = middle
    else more = middle
  }
  return less
}

interface PageResponse {
  readonly data: readonly { organizationId: string }[]
  readonly pagination: { readonly hasMore: boolean }
}

function get({ url, token }: Service, agent: Agent, path: string): Promise<PageResponse> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    const sent = request(new URL(path, url), { agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece) => {
        text += piece
      })
      response.on('error', reject).on('end', () => {
        if (response.statusCode !== 200) return reject(new Error(`${response.statusCode} ${text}`))
        const page = JSON.parse(text) as PageResponse
        const isOurs = page.data.every(({ organizationId: of }) => of === organizationId(0))
        if (isOurs) resolve(page)
        else reject(new Error(`another organization's shipment: ${text}`))
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}

function print(cells: readonly (string | number)[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`)
}

function sorted(values: readonly number[]): number[] {
  return values.toSorted((a, b) => a - b)
}

function range(values: readonly number[]): string {
  return `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`
}

function quantile(ascending: readonly number[], share: number): number {
  return ascending[Math.floor(ascending.length * share)] ?? Number.NaN
}
