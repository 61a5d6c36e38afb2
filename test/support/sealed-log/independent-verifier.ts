import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * Why the independent verifier cannot run here, or null. Where tests must be complete (`CI` is
 * set), its programs must be there.
 */
export function missingForIndependent(): string | null {
  const python = spawnSync('python3', ['--version'], { encoding: 'utf8' })
  const openssl = spawnSync('openssl', ['version'], { encoding: 'utf8' })
  const missing = [
    ...(python.status === 0 ? [] : ['python3']),
    ...(/^OpenSSL [3-9]/.test(openssl.stdout ?? '') ? [] : ['openssl 3']),
  ]
  if (missing.length === 0) return null
  const text = `the independent verifier was NOT run: this machine lacks ${missing.join(' and ')}`
  if (process.env.CI) throw new Error(`${text}, which a complete run needs: install it`)
  return text
}

/**
 * Verdict of the verifier in `examples/` on an export: the range of the first bad event, or null if
 * the export is whole.
 */
export async function verifyIndependently(path: string, options: readonly string[] = []) {
  const args = ['examples/verify-events.py', path, ...options]
  const { stdout } = await promisify(execFile)('python3', args).catch((error) => {
    if (error.code !== 1 || error.stdout === '') throw error
    return error as { stdout: string }
  })
  const text = stdout.trim()
  if (text.startsWith('OK ')) return { between: null, text }
  const [, from, to] = /^BAD line .* between (\d+) and (\d+)$/.exec(text) ?? []
  if (from === undefined) throw new Error(`the independent verifier says: ${text}`)
  return { between: [Number(from), Number(to)] as const, text }
}
