import type { Config } from '../../runtime/config/config.ts'
import { unusablePorts } from '../../server/free-ports.ts'
import { type Finding, findingsOf } from './finding.ts'

/** Time for the program that has a port to say what it is. */
const RESPONSE_MS = 1_000

const finding = findingsOf('ports')

/** Whether the service could listen. */
export async function checkPorts(config: Config): Promise<Finding[]> {
  const unusable = await unusablePorts(config)
  if (unusable.length === 0) {
    const message = `free: ${portText(config.PORT)} (API), ${portText(config.METRICS_PORT)} (metrics).`
    return [finding('ok', message)]
  }
  const isServing = await isServiceAt(config)
  return unusable.map(({ setting, error }) => {
    if (!isServing) return finding('problem', error.message)
    const message =
      `a vault-inventory service responds on port ${config.PORT} and ${setting} is taken: right if ` +
      `it is this one; for a second one, set ${setting} to another.`
    return finding('warning', message)
  })
}

function portText(port: number | null): string {
  return port === null || port === 0 ? 'any port' : `${port}`
}

/** Whether a service like this one has the port: then nothing is wrong with the set-up. */
async function isServiceAt({ HOST, PORT }: Config): Promise<boolean> {
  const anyAddress = HOST === '0.0.0.0' || HOST === '::'
  const host = anyAddress ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST
  try {
    const response = await fetch(`http://${host}:${PORT}/health/live`, {
      signal: AbortSignal.timeout(RESPONSE_MS),
    })
    return response.ok && ((await response.json()) as { status?: string }).status === 'live'
  } catch {
    return false
  }
}
