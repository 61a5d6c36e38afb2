import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { needsProgram } from '../chaos/soak-test.ts'
import { afterTest, eventually, temporaryDirectory } from './embedded-directory.ts'
import { freePort } from './free-port.ts'

/** HAProxy checks this often whether a service is ready. */
export const LOOK_MS = 200

/** Starts HAProxy over those ports of this machine as docs/OPERATING.md says; its address. */
export async function startHaproxy(t: TestContext, ports: readonly number[]): Promise<string> {
  needsProgram('haproxy')
  const port = await freePort()
  const file = join(temporaryDirectory(t), 'haproxy.cfg')
  const servers = ports.map((to, index) => `  server vault${index + 1} 127.0.0.1:${to}`)
  writeFileSync(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 5s
frontend clients
  bind 127.0.0.1:${port}
  default_backend vault
backend vault
  balance roundrobin
  option httpchk GET /health/ready
  http-check expect status 200
  option redispatch
  retries 3
  retry-on conn-failure
  default-server check inter ${LOOK_MS}ms fall 1 rise 1
${servers.join('\n')}
`,
  )
  const haproxy = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
  const ended = once(haproxy, 'close')
  afterTest(t, async () => {
    haproxy.kill('SIGKILL')
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  await eventually(async () => (await fetch(`${url}/health/ready`)).ok, 'HAProxy to respond')
  return url
}
