import { request } from 'node:http'
import { eventually } from './embedded-directory.ts'
import type { LogLine, ServiceProcess } from './service-process.ts'

/** The processes that answer requests, by number, as the log tells it of the newest of each. */
export function workerPids(service: ServiceProcess): ReadonlyMap<number, number> {
  return new Map(workersReady(service).map((line) => [Number(line.worker), Number(line.workerPid)]))
}

/** One line for each worker that was ever ready. */
export function workersReady(service: ServiceProcess): LogLine[] {
  return service.log.filter(({ msg }) => msg === 'worker is ready')
}

/** What the service counted as answered, over all operations, once it has counted that many. */
export async function requestsCounted(service: ServiceProcess, expected: number): Promise<number> {
  // An answer can be with its client before it is counted.
  return await eventually(async () => {
    const sum = await answered(service)
    return sum >= expected && sum
  }, `${expected} requests to be counted`)
}

export async function answered(service: ServiceProcess): Promise<number> {
  const text = await (await fetch(service.metricsUrl)).text()
  return [...text.matchAll(/^vault_http_request_duration_seconds_count\{.*\} (\d+)$/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  )
}

/** Asks without a token, on a connection of its own; resolves with the status. */
export function askAnew(service: ServiceProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(`${service.url}/v1/fbo-accounts`, { agent: false }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode as number))
    })
    asked.once('error', reject).end()
  })
}
